//! Tiles: element types, tile values over `ndarray`, numeric domains and buffers.
