//! Stops panics before they leave this crate: [`caught`] makes an error value of them, [`DropSafe`] ends those in
//! destructors.
//!
//! A panic's message may quote a conversation, so it is dropped: the hook prints nothing, and the error names only the
//! place in the source. The hook belongs to this library (a `cdylib` has its own copy of `std`), so other addons keep
//! theirs.
//!
//! Tests prove this on the shipped file: the environment variable `TAMIS_TEST_PANICS`, read once when the addon loads,
//! names [`Kind`]s (`plan,drop`), and the first occurrence of each panics on purpose. The variable adds no export, costs
//! one load of a static a call, and at most makes one request pass through as it is.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

use napi::bindgen_prelude::{Error, Result, Status};

thread_local! {
    /// Place in the source of this thread's last panic.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Runs at each load, once for the main thread and once for each worker; only the first run has an effect.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        set_hook(Box::new(|info| {
            let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
            // Fails while the thread ends, when the place is no longer needed.
            let _ = PLACE.try_with(|cell| cell.set(place));
        }));
        if let Ok(names) = std::env::var("TAMIS_TEST_PANICS") {
            ARMED.store(names.split(',').filter_map(Kind::of).fold(0, |all, kind| all | kind as u8), Ordering::Relaxed);
        }
    });
}

/// Runs `work`; turns a panic into an error that names its place.
pub fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        // Dropping the panic's value could panic again.
        std::mem::forget(payload);
        let place = PLACE.try_with(Cell::take).ok().flatten();
        Err(Error::new(
            Status::GenericFailure,
            format!("a panic at {}", place.as_deref().unwrap_or("an unknown place")),
        ))
    })
}

/// Owns a `T` that may panic when it is dropped. The panic is swallowed, because a finaliser can report to no one.
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

/// Places that can be made to panic.
#[derive(Clone, Copy)]
pub enum Kind {
    /// The constructor of `Engine`.
    Construct = 1,
    /// The constructor of `CompiledPolicy`.
    Policy = 128,
    Plan = 2,
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

/// Panics once, if a test has requested it.
pub fn provoke(kind: Kind) {
    let bit = kind as u8;
    let armed = ARMED.load(Ordering::Relaxed) & bit != 0 && ARMED.fetch_and(!bit, Ordering::Relaxed) & bit != 0;
    assert!(!armed, "a text that must not be seen outside");
}
