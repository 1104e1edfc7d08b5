//! Devices execute artifacts and leave observations.
