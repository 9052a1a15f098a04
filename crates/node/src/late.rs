//! Memory that is borrowed after the other arguments were read.
//!
//! Reading a list's elements or setting a signal's `onabort` can run JavaScript, which can detach a buffer; a slice of it,
//! taken before, would lie in freed memory. So calls with such arguments take bytes as a value, and borrow them when
//! nothing of JavaScript's runs any more until they return.

use napi::bindgen_prelude::{FromNapiValue, Result, Unknown};

/// The memory of a typed array, as it is now; an error for any other value.
pub fn borrow<T: FromNapiValue>(value: Unknown<'_>) -> Result<T> {
    T::from_unknown(value)
}
