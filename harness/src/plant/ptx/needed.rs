//! Tells of some faults of time, from the text alone, that what is gone is needed.
//!
//! An execution that knows no time cannot label such a fault, a GPU shows it by chance only, and an
//! execution that knows time is what the plants are to test. So what counts without a GPU is what one of
//! the arguments below covers. They look at instructions that follow each other with no branch between,
//! and are narrow on purpose. They are no proofs: what they rest on beside the text is assumed of Triton's
//! code (a barrier stands where a warp loads what another one stored, what was copied is what is read, no
//! mbarrier is waited for in vain).

use super::Statement;

/// Why the plant of an operator changes what the kernel, which has so many warps, may do; none if that
/// cannot be told. Whether the instruction is executed is not looked at.
pub fn needed(
    statements: &[Statement],
    at: usize,
    operator: &str,
    warps: u32,
) -> Option<&'static str> {
    match operator {
        "drop-barrier" if warps > 1 => exchanges(statements, at)
            .then_some("it stands between stores and loads of shared memory"),
        "drop-copy-wait" | "raise-copy-wait" => copies_are_read(statements, at)
            .then_some("shared memory is read after it that was copied to before"),
        "drop-product-wait" | "raise-product-wait" => products_are_used(statements, at)
            .then_some("no product may be in flight after it, and one was begun before"),
        "drop-mbarrier-wait" | "wrong-parity" | "wrong-expected-bytes" => {
            Some("every phase of an mbarrier is waited for once")
        }
        _ => None,
    }
}

/// The instructions that follow with no branch between.
fn after(statements: &[Statement], at: usize) -> impl Iterator<Item = &Statement> {
    let follow = statements[at..].windows(2).take_while(|pair| {
        let [first, second] = pair else { return false };
        !first.ends_block() && !second.is_target
    });
    follow.map(|pair| &pair[1])
}

/// Those that lead there, the nearest first.
fn before(statements: &[Statement], at: usize) -> impl Iterator<Item = &Statement> {
    let lead = statements[..=at].windows(2).rev().take_while(|pair| {
        let [first, second] = pair else { return false };
        !first.ends_block() && !second.is_target
    });
    lead.map(|pair| &pair[0])
}

fn is_barrier(statement: &Statement) -> bool {
    statement.name == "bar.sync" || statement.name.starts_with("barrier.sync")
}

fn stores(statement: &Statement) -> bool {
    statement.root() == "stmatrix" || statement.root() == "st" && statement.has("shared")
}

fn loads(statement: &Statement) -> bool {
    statement.root() == "ldmatrix" || statement.root() == "ld" && statement.has("shared")
}

/// All warps store before it and load after it, with no other barrier between.
fn exchanges(statements: &[Statement], at: usize) -> bool {
    let near = |statement: &&Statement| !is_barrier(statement);
    let by_all = |statement: &&Statement| statement.guard.is_empty();
    before(statements, at).take_while(near).filter(by_all).any(stores)
        && after(statements, at).take_while(near).filter(by_all).any(loads)
}

/// Whether it waits as long as a wait for copies that leaves so many groups.
fn waits_for(statement: &Statement, pending: i64) -> bool {
    let all = statement.name == "cp.async.wait_all";
    let left = statement.integer(0).filter(|_| statement.name == "cp.async.wait_group");
    all || left.is_some_and(|left| left <= pending)
}

fn copies_are_read(statements: &[Statement], at: usize) -> bool {
    let pending = statements[at].integer(0).unwrap_or(0);
    let copies = |statement: &Statement| {
        statement.name.starts_with("cp.async.ca.") || statement.name.starts_with("cp.async.cg.")
    };
    let commits = |statement: &Statement| statement.name == "cp.async.commit_group";
    let begun = statements[..at].iter().any(copies);
    let waited = before(statements, at)
        .take_while(|statement| !copies(statement) && !commits(statement))
        .any(|statement| waits_for(statement, pending));
    // What is stored there meanwhile is not what was copied.
    let read = after(statements, at)
        .take_while(|statement| !stores(statement) && !waits_for(statement, pending))
        .any(|statement| loads(statement) || is_product(statement));
    begun && !waited && read
}

fn is_product(statement: &Statement) -> bool {
    statement.name.starts_with("wgmma.mma_async")
}

fn products_are_used(statements: &[Statement], at: usize) -> bool {
    let waits = |statement: &Statement| statement.name.starts_with("wgmma.wait_group");
    let all = |statement: &Statement| waits(statement) && statement.integer(0) == Some(0);
    let begun = statements[..at].iter().any(is_product);
    let mut lead = before(statements, at).take_while(|statement| !is_product(statement));
    let waited = lead.any(all) || after(statements, at).take_while(|s| !is_product(s)).any(all);
    all(&statements[at]) && begun && !waited
}

#[cfg(test)]
mod tests {
    use super::super::statements;
    use super::*;

    fn told(text: &str, name: &str, operator: &str) -> Vec<bool> {
        let all = statements(text);
        let places = (0..all.len()).filter(|at| all[*at].name == name);
        places.map(|at| needed(&all, at, operator, 4).is_some()).collect()
    }

    #[test]
    fn a_barrier_between_stores_and_loads_is_needed() {
        let text = "bar.sync 0; st.shared.b32 [%r1], %r2; bar.sync 0; ld.shared.b32 %r3, [%r4]; \
                    bar.sync 0; st.shared.b32 [%r1], %r2; @%p1 bra L; bar.sync 0; \
                    ld.shared.b32 %r3, [%r4]; L: ret;";
        assert_eq!(told(text, "bar.sync", "drop-barrier"), [false, true, false, false]);
        for (all, some) in [("st.shared", "@%p1 st.shared"), ("ld.shared", "@%p1 ld.shared")] {
            let guarded = text.replace(all, some);
            assert_eq!(told(&guarded, "bar.sync", "drop-barrier"), [false; 4]);
        }
        let all = statements(text);
        assert_eq!(needed(&all, 2, "drop-barrier", 1), None);
        assert_eq!(needed(&all, 2, "swap-vector", 4), None);
    }

    #[test]
    fn a_wait_for_copies_that_are_read_is_needed_once() {
        let copy = "cp.async.cg.shared.global [%r1], [%rd1], 16; cp.async.commit_group;";
        let read = "bar.sync 0; ld.shared.b32 %r3, [%r4];";
        let of = |waits: &str, then: &str| {
            told(&format!("{copy} {waits} {then}"), "cp.async.wait_group", "drop-copy-wait")
        };
        assert_eq!(of("cp.async.wait_group 0;", read), [true]);
        assert_eq!(of("cp.async.wait_group 2; cp.async.wait_group 2;", read), [false, false]);
        assert_eq!(of("cp.async.wait_group 2; cp.async.wait_group 0;", read), [false, true]);
        let stored = format!("st.shared.b32 [%r1], %r2; {read}");
        assert_eq!(of("cp.async.wait_group 0;", &stored), [false]);
        let nothing = told(
            &format!("cp.async.wait_group 0; {read}"),
            "cp.async.wait_group",
            "raise-copy-wait",
        );
        assert_eq!(nothing, [false]);
    }

    #[test]
    fn the_last_wait_for_products_is_needed() {
        let text = "L: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1}, %rd1, %rd2, %p1; \
                    wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1; \
                    @%p1 bra L; wgmma.wait_group.sync.aligned 0; add.f32 %r1, %r1, %r1;";
        let name = "wgmma.wait_group.sync.aligned";
        assert_eq!(told(text, name, "drop-product-wait"), [false, true]);
        let twice = text.replace("aligned 1;", "aligned 0;").replace("@%p1 bra L;", "");
        assert_eq!(told(&twice, name, "raise-product-wait"), [false, false]);
    }
}
