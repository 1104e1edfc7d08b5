//! Which thread holds which element, for the operations whose values depend on it.
//!
//! Triton's rule for a blocked layout: elements of a thread, then lanes, then warps, each with the
//! dimension `order[0]` fastest, make a tile; what the tensor has beyond the tile is in further
//! registers, again `order[0]` first. Where the tile is larger than the tensor it wraps around.

use super::super::attribute::Attribute;
use super::super::ir::Module;
use super::super::types::Type;

/// The element, in row-major order, that each register holds: warp by warp, lane by lane, register
/// by register. `None` for layouts that are not modelled.
pub(super) fn registers(module: &Module, ty: &Type) -> Option<Vec<usize>> {
    let shape: Vec<usize> =
        ty.shape().iter().map(|size| usize::try_from(*size).ok()).collect::<Option<_>>()?;
    let layout = module.resolve(ty.encoding()?);
    let Attribute::Dialect(name, _) = layout else { return None };
    let clusters = ["CTAsPerCGA", "CTASplitNum", "CGALayout"];
    if &**name != "ttg.blocked" || clusters.iter().any(|p| layout.parameter(p).is_some()) {
        return None;
    }
    let sizes = |name: &str| {
        let sizes = layout.parameter(name)?.as_integers()?;
        let sizes: Option<Vec<usize>> =
            sizes.into_iter().map(|size| usize::try_from(size).ok()).collect();
        sizes.filter(|sizes| sizes.len() == shape.len())
    };
    let (thread, lanes, warps) =
        (sizes("sizePerThread")?, sizes("threadsPerWarp")?, sizes("warpsPerCTA")?);
    let order = sizes("order")?;
    if order.iter().any(|axis| *axis >= shape.len())
        || thread.iter().zip(&shape).any(|(a, b)| a > b)
    {
        return None;
    }
    let tile = |d: usize| thread[d] * lanes[d] * warps[d];
    let repeats: Vec<usize> = (0..shape.len()).map(|d| (shape[d] / tile(d)).max(1)).collect();
    let mut found = Vec::new();
    for warp in points(&warps, &order) {
        for lane in points(&lanes, &order) {
            for repeat in points(&repeats, &order) {
                for register in points(&thread, &order) {
                    let at = |d: usize| {
                        let inside = (warp[d] * lanes[d] + lane[d]) * thread[d] + register[d];
                        (repeat[d] * tile(d) + inside) % shape[d].max(1)
                    };
                    found.push((0..shape.len()).fold(0, |index, d| index * shape[d] + at(d)));
                }
            }
        }
    }
    Some(found)
}

/// All points of a box, the dimension `order[0]` fastest.
fn points(sizes: &[usize], order: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![0; sizes.len()]];
    for axis in order.iter().rev() {
        let spread = |point: &Vec<usize>| {
            let point = point.clone();
            (0..sizes[*axis]).map(move |at| {
                let mut point = point.clone();
                point[*axis] = at;
                point
            })
        };
        all = all.iter().flat_map(spread).collect();
    }
    all
}

/// From which element of `from` each element of `to` comes when every register stays where it is.
pub(super) fn reordering(module: &Module, from: &Type, to: &Type) -> Option<Vec<usize>> {
    let (old, new) = (registers(module, from)?, registers(module, to)?);
    let count = new.iter().max()? + 1;
    if old.len() != new.len() || old.iter().max()? + 1 != count {
        return None;
    }
    let mut source = vec![None; count];
    for (old, new) in old.into_iter().zip(new) {
        // Replicas must agree, or the value depends on which thread is asked.
        if source[new].replace(old).is_some_and(|other| other != old) {
            return None;
        }
    }
    source.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mlir::parse;

    fn types(layout: &str, from: &str, to: &str) -> Option<Vec<usize>> {
        let text = format!(
            "{layout}\ntt.func @f(%a: tensor<{from}>) {{\n  %0 = tt.reshape %a allow_reorder : \
             tensor<{from}> -> tensor<{to}>\n  tt.return\n}}\n"
        );
        let module = parse(&text).unwrap();
        let mut found = None;
        module.walk(&mut |op| {
            if op.name.as_str() == "tt.reshape" {
                found = Some((module.ty(op.operands[0]).clone(), module.ty(op.results[0]).clone()));
            }
        });
        let (from, to) = found.unwrap();
        reordering(&module, &from, &to)
    }

    #[test]
    fn registers_stay_where_they_are() {
        let rows = "#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [2], warpsPerCTA = [1], order = [0]}>";
        let pairs = "#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 1], warpsPerCTA = [1, 1], order = [1, 0]}>";
        let text = format!("{rows}\n{pairs}");
        // Two tiles of four: the second is in further registers of the same threads.
        assert_eq!(types(&text, "4xf32, #a", "2x2xf32, #b"), Some(vec![0, 1, 2, 3]));
        assert_eq!(types(&text, "8xf32, #a", "2x4xf32, #b"), Some(vec![0, 1, 4, 5, 2, 3, 6, 7]));
        // The tile wraps around: threads hold replicas.
        assert_eq!(types(&text, "2xf32, #a", "1x2xf32, #b"), Some(vec![0, 1]));
        assert_eq!(types(&text, "2xf32", "1x2xf32, #b"), None);
    }
}
