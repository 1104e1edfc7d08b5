//! Tensor copies, and the maps that they use.

use super::access::Target;
use super::cluster::Source;
use super::code::Value;
use super::matrix::{Global, View, stop};
use super::run::Machine;
use super::shared::Accessor;
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::decode::{ReduceOp, TensorMapField, TensorMode};
use crate::ptx::lanes::{WARP, lanes_of};
use crate::ptx::matrix::{BoxCopy, TENSOR_MAP_BYTES, TensorMap, replace_field, store_box};
use crate::ptx::types::Space;

impl Machine<'_> {
    /// The tensor map at the address of an operand, and the coordinates beside it.
    fn tensor(
        &mut self,
        warp: &mut Warp,
        tensor: &Value,
        lane: usize,
    ) -> Result<(TensorMap, Vec<i32>), Stop> {
        let Value::Tensor { map, coordinates } = tensor else {
            return Err(Stop::malformed("a tensor copy without coordinates"));
        };
        let address = self.addresses(warp, map)[lane];
        // 64 bytes is what a map's address must be aligned to.
        let target = self.aligned_target(warp.id, Space::Generic, address, 64)?;
        let mut bytes = [0; TENSOR_MAP_BYTES];
        self.read_bytes(warp, lane, target, &mut bytes)?;
        let map = TensorMap::decode(&bytes).map_err(Stop::undefined)?;
        let numbers = coordinates.iter().map(|value| self.lanes(warp, value)[lane] as i32);
        Ok((map, numbers.collect()))
    }

    pub(super) fn tensor_load(
        &mut self,
        warp: &mut Warp,
        (to, tensor, mbarrier): (&Value, &Value, &Value),
        mode: TensorMode,
        space: Space,
        active: u32,
    ) -> Result<(), Stop> {
        let gather = is_gather(mode)?;
        let (to, mbarriers) = (self.addresses(warp, to), self.addresses(warp, mbarrier));
        for lane in lanes_of(active) {
            let (map, coordinates) = self.tensor(warp, tensor, lane)?;
            let target = self.target(warp.id, space, to[lane])?;
            let Target::Shared(block, at) = target else {
                return Err(Stop::fault("a tensor load to no shared memory"));
            };
            let place = self.mbarrier_at(warp, space, mbarriers[lane])?;
            let bytes = BoxCopy { map: &map, coordinates: &coordinates, gather }.bytes();
            let source = Source::Tensor { map: Box::new(map), coordinates, gather };
            self.issue_landing(warp, (block, at), source, place, bytes)?;
        }
        Ok(())
    }

    pub(super) fn tensor_store(
        &mut self,
        warp: &mut Warp,
        tensor: &Value,
        from: &Value,
        mode: TensorMode,
        reduce: Option<ReduceOp>,
        active: u32,
    ) -> Result<(), Stop> {
        let gather = is_gather(mode)?;
        let from = self.addresses(warp, from);
        for lane in lanes_of(active) {
            let (map, coordinates) = self.tensor(warp, tensor, lane)?;
            let target = self.target(warp.id, Space::Shared, from[lane])?;
            let Target::Shared(block, at) = target else {
                return Err(Stop::fault("a tensor store from no shared memory"));
            };
            let copy = BoxCopy { map: &map, coordinates: &coordinates, gather };
            let by = Accessor {
                epoch: self.bulk_epoch(warp, lane)?,
                clock: &self.cluster.clocks[warp.id.index],
                fences: self.options.fences,
            };
            let mut view = View { shared: &mut self.cluster.blocks[block].shared, by };
            let mut global = Global(&mut self.global);
            let sums = store_box(&copy, at as u32, reduce, &mut global, &mut view);
            self.state.approximate |= sums.map_err(stop)?.rounded;
            warp.bulk_open |= 1 << lane;
        }
        Ok(())
    }

    pub(super) fn replace(
        &mut self,
        warp: &mut Warp,
        map: &Value,
        rest: &[Value],
        field: TensorMapField,
        space: Space,
        active: u32,
    ) -> Result<(), Stop> {
        let addresses = self.addresses(warp, map);
        let (dimension, value) = match rest {
            [value] => ([0; WARP], self.lanes(warp, value)),
            [dimension, value] => (self.lanes(warp, dimension), self.lanes(warp, value)),
            _ => return Err(Stop::malformed("tensormap.replace without a value")),
        };
        for lane in lanes_of(active) {
            let mut bytes = [0; TENSOR_MAP_BYTES];
            let target = self.aligned_target(warp.id, space, addresses[lane], 64)?;
            self.read_bytes(warp, lane, target, &mut bytes)?;
            replace_field(&mut bytes, field, dimension[lane] as u32, value[lane])
                .map_err(Stop::undefined)?;
            self.write_bytes(warp, lane, target, &bytes)?;
        }
        Ok(())
    }
}

fn is_gather(mode: TensorMode) -> Result<bool, Stop> {
    match mode {
        TensorMode::Tile => Ok(false),
        TensorMode::Gather4 | TensorMode::Scatter4 => Ok(true),
        TensorMode::Im2col => Err(Stop::unsupported("a tensor copy in im2col mode")),
    }
}
