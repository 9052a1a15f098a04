//! What says that something failed: a line, the lines near the ends of a text, an object.
//!
//! ```text
//! judge    a result's text: an error that should stay?
//!  ├─ lines    of a text as JSON spells it, near its ends (decoded: of a decoded text)
//!  │   └─ line    one line
//!  ├─ in_json  lines in the strings of a text that is JSON
//!  └─ object   the members of an object (members: may there be one, without reading the JSON?)
//! told     lines that stay where a text is cut or goes: those of `line`, and many more
//! ```

pub mod decoded;
pub mod in_json;
pub mod judge;
pub mod line;
pub mod lines;
mod members;
mod messages;
pub mod object;
pub mod told;
