//! What does not wait: barriers that are gone, waits for too little, phases that are taken for others.

use super::{Edit, Statement, one};

/// A barrier of the block that is gone.
pub(super) fn dropped_barrier(statement: &Statement) -> Vec<Edit> {
    let is_barrier = statement.name == "bar.sync" || statement.name.starts_with("barrier.sync");
    dropped(is_barrier, "no barrier")
}

/// A wait for copies that is gone.
pub(super) fn dropped_copy_wait(statement: &Statement) -> Vec<Edit> {
    dropped(statement.name.starts_with("cp.async.wait_"), "no wait for copies")
}

/// A wait that leaves one group of copies more in flight.
pub(super) fn raised_copy_wait(statement: &Statement) -> Vec<Edit> {
    raised(statement, "cp.async.wait_group")
}

/// Copies that are not closed into a group of their own.
pub(super) fn dropped_commit(statement: &Statement) -> Vec<Edit> {
    dropped(statement.name == "cp.async.commit_group", "the group stays open")
}

/// A wait for products that is gone.
pub(super) fn dropped_product_wait(statement: &Statement) -> Vec<Edit> {
    dropped(statement.name.starts_with("wgmma.wait_group"), "no wait for products")
}

/// A wait that leaves one group of products more in flight.
pub(super) fn raised_product_wait(statement: &Statement) -> Vec<Edit> {
    raised(statement, "wgmma.wait_group")
}

/// A wait for an mbarrier that is over at once.
pub(super) fn dropped_mbarrier_wait(statement: &Statement) -> Vec<Edit> {
    let done = waits(statement).then(|| format!("mov.pred {}, -1;", statement.operands[0]));
    one(done, "no wait for the mbarrier")
}

/// The other parity: a wait that is over at once, or never.
pub(super) fn wrong_parity(statement: &Statement) -> Vec<Edit> {
    let flipped = waits(statement).then(|| {
        let parity = &statement.operands[2];
        let wait = statement.with(2, "planted".to_owned());
        format!("{{ .reg .b32 planted; xor.b32 planted, {parity}, 1; {wait} }}")
    });
    one(flipped, "the other parity")
}

/// Half or twice the bytes that the copies bring, where that is another number of them.
pub(super) fn wrong_bytes(statement: &Statement) -> Vec<Edit> {
    let last = statement.operands.len().saturating_sub(1);
    let expects = statement.root() == "mbarrier" && statement.has("expect_tx");
    let Some(old) = statement.integer(last).filter(|_| expects) else { return vec![] };
    let bytes = |new: i64| one(Some(statement.with(last, new.to_string())), told(new, old));
    let others = [old / 2, old * 2].into_iter().filter(|new| *new != old && *new > 0);
    others.flat_map(bytes).collect()
}

fn told(new: i64, old: i64) -> String {
    format!("{new} bytes for {old}")
}

fn waits(statement: &Statement) -> bool {
    let wait = statement.has("try_wait") || statement.has("test_wait");
    wait && statement.has("parity") && statement.operands.len() >= 3
}

fn dropped(is_it: bool, what: &str) -> Vec<Edit> {
    one(is_it.then(String::new), what)
}

fn raised(statement: &Statement, name: &str) -> Vec<Edit> {
    let Some(pending) = statement.integer(0).filter(|_| statement.name.starts_with(name)) else {
        return vec![];
    };
    let more = statement.with(0, (pending + 1).to_string());
    one(Some(more), format!("{} in flight for {pending}", pending + 1))
}

#[cfg(test)]
mod tests {
    use super::super::statements;
    use super::*;

    #[test]
    fn another_number_of_bytes_is_another_and_not_none() {
        let edits = |bytes: u32| {
            let text = format!("mbarrier.arrive.expect_tx.shared.b64 _, [%r1], {bytes};");
            wrong_bytes(&statements(&text)[0]).len()
        };
        assert_eq!([64, 1, 0].map(edits), [2, 1, 0]);
    }
}
