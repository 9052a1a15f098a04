//! A panic never leaves this crate: [`caught`] makes it an error value, [`DropSafe`] ends it where memory is given back.
//!
//! What a panic says may quote a conversation, so it goes nowhere: the hook prints nothing, and the error names the place
//! in the source alone. The hook is this library's own (a `cdylib` has its own copy of `std`): other addons keep theirs.
//!
//! To prove all this on the very artifact that is shipped, the environment variable `TAMIS_TEST_PANICS`, read once when
//! the addon loads, names [`Kind`]s (`plan,drop`) of which the first occurrence panics on purpose. It adds no export,
//! costs one load of a static a call, and can do no more than what it tests: one request passes through as it is.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

use napi::bindgen_prelude::{Error, Result, Status};

thread_local! {
    /// Where the last panic of this thread came from.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Runs at each load, once for the main thread and each worker; acts at the first.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        set_hook(Box::new(|info| {
            let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
            // Fails while the thread ends, where nobody asks any more.
            let _ = PLACE.try_with(|cell| cell.set(place));
        }));
        if let Ok(names) = std::env::var("TAMIS_TEST_PANICS") {
            ARMED.store(names.split(',').filter_map(Kind::of).fold(0, |all, kind| all | kind as u8), Ordering::Relaxed);
        }
    });
}

/// Runs `work`; a panic becomes an error that names its place.
pub fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        // Dropping it could panic again.
        std::mem::forget(payload);
        let place = PLACE.try_with(Cell::take).ok().flatten();
        Err(Error::new(
            Status::GenericFailure,
            format!("a panic at {}", place.as_deref().unwrap_or("an unknown place")),
        ))
    })
}

/// Owns a `T` whose dropping may panic without harm: a finaliser has nobody to tell.
pub struct DropSafe<T>(Option<T>);

impl<T> DropSafe<T> {
    pub const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// The value; none only while dropping.
    pub const fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// As [`DropSafe::get`].
    pub const fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut()
    }
}

impl<T> Drop for DropSafe<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        let _ = caught(|| {
            provoke(Kind::Drop);
            drop(value);
            Ok(())
        });
    }
}

/// What can be made to panic.
#[derive(Clone, Copy)]
pub enum Kind {
    /// The constructor of `Engine`.
    Construct = 1,
    /// The constructor of `CompiledPolicy`.
    Policy = 128,
    /// `plan`.
    Plan = 2,
    /// `write`.
    Write = 4,
    /// Everything else that is called from JavaScript.
    Export = 8,
    /// The part of a task that runs on the thread pool.
    Compute = 16,
    /// The part of a task that runs on the JavaScript thread afterwards.
    Resolve = 32,
    /// Giving memory back.
    Drop = 64,
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "construct" => Self::Construct,
            "policy" => Self::Policy,
            "plan" => Self::Plan,
            "write" => Self::Write,
            "export" => Self::Export,
            "compute" => Self::Compute,
            "resolve" => Self::Resolve,
            "drop" => Self::Drop,
            _ => return None,
        })
    }
}

static ARMED: AtomicU8 = AtomicU8::new(0);

/// Panics if a test has asked for it, once.
pub fn provoke(kind: Kind) {
    let bit = kind as u8;
    let armed = ARMED.load(Ordering::Relaxed) & bit != 0 && ARMED.fetch_and(!bit, Ordering::Relaxed) & bit != 0;
    assert!(!armed, "a text that must not be seen outside");
}
