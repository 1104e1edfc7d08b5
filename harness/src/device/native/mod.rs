//! Devices that run native code, each in a process of its own: what a launch is as data, the process
//! that owns a device, and its user's side.

mod client;
mod connection;
mod faulty;
mod frames;
mod id;
mod launch;
mod owner;
mod placement;
mod prepare;
mod server;

pub use client::*;
pub use id::*;
pub use launch::*;
pub use owner::*;
pub use placement::*;
pub use prepare::*;
pub use server::*;
