//! Devices that run native code, each in a process of its own: what a launch is as data, the process
//! that owns a device, and its user's side.
//!
//! A *control* is a launch that every usable device survives. A device that was seen to stop a launch,
//! or not to end one, must survive its control before that is told of the kernel.

mod answers;
mod client;
mod connection;
pub(in crate::device) mod control;
mod excerpt;
mod faulty;
mod frames;
mod id;
mod launch;
mod owner;
mod placement;
mod prepare;
mod server;
mod start;

pub use client::*;
pub use control::ControlLaunch;
pub(in crate::device) use excerpt::excerpt;
pub use id::*;
pub use launch::*;
pub use owner::*;
pub use placement::*;
pub use prepare::*;
pub use server::*;
