//! One launch: binds the arguments, runs every instance, and puts together what they stored.

use rayon::prelude::*;

use super::access::Accesses;
use super::instance::{Instance, Run};
use super::plan::{Plan, stored_buffers};
use super::{Expected, ExpectedBuffer};
use crate::program::{ParamKind, Undefined};
use crate::tensor::{DType, Domain, Memory, Tile, sign_extend};
use crate::testcase::{Argument, TestCase, buffer_address};

/// Below so many elements computed, handing instances to other threads costs more than it saves
/// (about 10 us).
const WORTH_SHARING: usize = 1 << 15;

/// Runs the case on `before`, in which nothing changes.
pub(super) fn run<D: Domain>(
    case: &TestCase,
    before: &Memory<D>,
) -> Result<Expected<D>, Undefined> {
    let plan = Plan::new(&case.program);
    let stored = stored_buffers(case, &plan.types);
    let arguments = arguments::<D>(case, plan.values);
    let instances: usize = case.grid.iter().map(|&n| n as usize).product();
    let shares = match plan.work.saturating_mul(instances) >= WORTH_SHARING && instances > 2 {
        true => rayon::current_num_threads().clamp(1, instances),
        false => 1,
    };
    let share = |index: usize| -> Result<Accesses<'_, D>, Undefined> {
        let mut accesses = Accesses::new(before, &stored);
        for instance in instances * index / shares..instances * (index + 1) / shares {
            let (id, grid) = (position(instance, case.grid), case.grid);
            let machine = Instance { id, grid, accesses: &mut accesses };
            Run::new(&plan, arguments.clone(), machine).block(&plan.steps)?;
        }
        Ok(accesses)
    };
    let done: Vec<_> = match shares {
        1 => vec![share(0)],
        _ => (0..shares).into_par_iter().map(share).collect(),
    };
    let after = merged(done)?.finish()?;
    let expected = after.into_iter().map(|buffer| ExpectedBuffer {
        name: buffer.name.clone(),
        kind: buffer.kind,
        values: buffer.tile(),
        written: buffer.written().to_vec(),
    });
    Ok(Expected { buffers: expected.collect() })
}

/// What all shares accessed, which are given in order of the instances: the reason must not depend on
/// the number of threads.
fn merged<D: Domain>(
    shares: Vec<Result<Accesses<'_, D>, Undefined>>,
) -> Result<Accesses<'_, D>, Undefined> {
    let mut all: Option<Accesses<'_, D>> = None;
    for accesses in shares {
        let accesses = accesses?;
        match &mut all {
            Some(all) => all.merge(accesses),
            None => all = Some(accesses),
        }
    }
    Ok(all.expect("invariant: there is at least one share"))
}

/// The values of the parameters, by id.
fn arguments<D: Domain>(case: &TestCase, values: usize) -> Vec<Option<Tile<D>>> {
    let mut bound = vec![None; values];
    for param in &case.program.params {
        if let ParamKind::Constexpr(value) = param.kind {
            bound[param.value.0 as usize] = Some(Tile::int(sign_extend(value, DType::I32.bits())));
        }
    }
    for (at, param, argument) in case.bound() {
        let tile = match (argument, param.kind) {
            (Argument::Buffer(spec), _) => Tile::int(buffer_address(at, spec) as i64),
            (Argument::Same(first), _) => match &case.arguments[*first] {
                Argument::Buffer(spec) => Tile::int(buffer_address(*first, spec) as i64),
                _ => unreachable!("checked: a buffer is passed twice"),
            },
            (Argument::Int(value), ParamKind::Scalar(dtype)) => {
                Tile::int(sign_extend(*value as i64, dtype.bits()))
            }
            (Argument::Float(value), ParamKind::Scalar(dtype)) => {
                let format = dtype.format().expect("invariant: cases are checked");
                Tile::float(D::constant(format.round(*value)))
            }
            _ => unreachable!("checked: arguments fit their parameters"),
        };
        bound[param.value.0 as usize] = Some(tile);
    }
    bound
}

/// The ids of instance `index`; the first axis runs fastest.
fn position(index: usize, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y, index) = (x as usize, y as usize, index);
    [(index % x) as u32, (index / x % y) as u32, (index / (x * y)) as u32]
}
