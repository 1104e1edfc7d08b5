//! A queue of bounded length between the thread that makes inputs and those that launch. It ends when
//! it is told so or when `stop` is set, whoever waits for it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How soon those that wait see that `stop` was set: nobody wakes them.
const LOOK: Duration = Duration::from_millis(50);

pub(super) struct Queue<'a, T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    room: usize,
    stop: &'a AtomicBool,
}

struct State<T> {
    waiting: VecDeque<T>,
    ended: bool,
}

impl<'a, T> Queue<'a, T> {
    /// A queue for `room` values.
    pub(super) fn new(room: usize, stop: &'a AtomicBool) -> Self {
        let state = Mutex::new(State { waiting: VecDeque::new(), ended: false });
        Queue { state, changed: Condvar::new(), room, stop }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().expect("invariant: nothing panics with the lock")
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        let waited = self.changed.wait_timeout(state, LOOK);
        waited.expect("invariant: nothing panics with the lock").0
    }

    /// Adds a value once there is room; false if nobody will take it.
    pub(super) fn push(&self, value: T) -> bool {
        let mut state = self.state();
        while state.waiting.len() >= self.room && !self.stopped() {
            state = self.wait(state);
        }
        if self.stopped() {
            return false;
        }
        state.waiting.push_back(value);
        self.changed.notify_all();
        true
    }

    /// The next value, waited for if `wait` is set; `None` if there is none now or, after a wait, any
    /// more.
    pub(super) fn pop(&self, wait: bool) -> Option<T> {
        let mut state = self.state();
        while wait && state.waiting.is_empty() && !state.ended && !self.stopped() {
            state = self.wait(state);
        }
        if self.stopped() {
            return None;
        }
        let value = state.waiting.pop_front();
        self.changed.notify_all();
        value
    }

    /// Nothing more is added.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_comes_out_in_order_and_a_stop_ends_it() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new(3, &stop);
        let taken = std::thread::scope(|scope| {
            let taker = scope.spawn(|| std::iter::from_fn(|| queue.pop(true)).collect::<Vec<_>>());
            assert!((0..100).all(|value| queue.push(value)));
            queue.end();
            taker.join().unwrap()
        });
        assert_eq!(taken, (0..100).collect::<Vec<_>>());
        let queue = Queue::new(1, &stop);
        assert!(queue.push(0));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.push(1));
            stop.store(true, Ordering::Relaxed);
            assert!(!waiting.join().unwrap());
            assert_eq!(queue.pop(true), None);
        });
    }
}
