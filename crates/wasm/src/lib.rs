//! The border over linear memory. JavaScript writes arguments into memory that [`bytes`], [`words`] and [`units`] make room
//! for, calls one function, and reads numbers, words and bytes where the functions at the end say they lie.
//!
//! ```text
//! JavaScript   bytes(0, n) → address, writes the body │ plan(…) │ reads numbers │ write() │ reads the output
//! ```
//! A failure is [`FAILED`], with its text as the bytes that come out. A panic is a trap: the instance is lost, and JavaScript
//! makes another. There is one thread, so the state is one for the instance.

#![allow(missing_docs, reason = "the functions are the addon's, which documents them")]
#![allow(clippy::too_many_arguments, reason = "numbers cross one by one")]

mod state;

use tamis_border::codes::{
    WrittenOutput, options_of, put_head, put_landmarks, put_output, put_plan, put_unreadable, wire_code, wire_from_code,
};
use tamis_border::counting::{Method, fill_joined, fill_spans, joined_bytes, weight_of_units, word};
use tamis_border::lossless::{Changes, changes_of};
use tamis_border::protocol;
use tamis_border::violations::violations_of;
use tamis_border::words;
use tamis_core::{Level, OutputForm, Policy, Span, content_hash, report};

use state::{State, with};

/// A call that failed.
const FAILED: i32 = -1;
const DONE: i32 = 0;
/// A length that says that there is no text.
const MISSING: u32 = u32::MAX;

#[unsafe(no_mangle)]
pub extern "C" fn protocol_version() -> u32 {
    protocol::VERSION
}

/// Room for `length` bytes of an argument: 0 is a body, 1 are texts. Returns where they lie.
#[unsafe(no_mangle)]
pub extern "C" fn bytes(place: u32, length: usize) -> *mut u8 {
    with(|state| state.room_for_bytes(place, length))
}

/// Room for `length` numbers of an argument.
#[unsafe(no_mangle)]
pub extern "C" fn words(length: usize) -> *mut u32 {
    with(|state| state.room_for_words(length))
}

/// Room for `length` units of UTF-16.
#[unsafe(no_mangle)]
pub extern "C" fn units(length: usize) -> *mut u16 {
    with(|state| state.room_for_units(length))
}

/// Frees what arguments and results took beyond a megabyte.
#[unsafe(no_mangle)]
pub extern "C" fn reset() {
    with(State::reset);
}

/// The number of a policy whose settings are the first `length` bytes of the texts.
#[unsafe(no_mangle)]
pub extern "C" fn policy(length: usize) -> i32 {
    with(|state| match Policy::from_json(state.text(0, length)) {
        Ok(policy) => state.policies.add(policy),
        Err(error) => state.failed(&error.to_string()),
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn drop_policy(number: u32) {
    with(|state| state.policies.remove(number));
}

/// Plans the body. The texts are model, host and tenant, one behind the other; the words are what the caller knows of moves.
#[unsafe(no_mangle)]
pub extern "C" fn plan(
    policy: u32,
    wire: u32,
    flags: u32,
    last_step: u32,
    start_step: u32,
    model: u32,
    host: u32,
    tenant: u32,
) -> i32 {
    with(|state| {
        let State { reducer, policies, body, texts, words, numbers, rows_bytes, .. } = state;
        let Some(policy) = policies.get(policy) else { return FAILED };
        let mut texts = Texts(texts);
        let (model, host, tenant) = (texts.take(model), texts.take(host), texts.take(tenant));
        let step = |step: u32| (step != MISSING).then_some(step);
        let options = options_of(wire, flags, model, (step(last_step), step(start_step), words), (host, tenant));
        match reducer.plan(body, policy, options) {
            Ok(plan) => {
                *rows_bytes = report::rows_bytes(&plan);
                put_plan(&plan, *rows_bytes, numbers);
            }
            Err(error) => {
                let wire = reducer.wire();
                put_unreadable(error, wire, numbers);
            }
        }
        DONE
    })
}

/// Writes the reduced body of `output` bytes, unless that is 0, and the rows behind it. 0 where the sizes are not those told.
#[unsafe(no_mangle)]
pub extern "C" fn write(output: usize, rows: usize) -> i32 {
    with(|state| {
        let State { reducer, body, out, rows_bytes, .. } = state;
        let Some(plan) = reducer.planned(body) else { return DONE };
        out.clear();
        out.resize(output + rows, 0);
        let Some((output, rows)) = out.split_at_mut_checked(output) else { return DONE };
        let is_written = report::write_report(&plan, *rows_bytes, rows) && (output.is_empty() || plan.write_to(output));
        i32::from(is_written)
    })
}

/// What a request sends of a tool's output, which is the text; the body is the request. The bytes that come out are UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn shorten_output(policy: u32, wire: u32, length: usize) -> i32 {
    with(|state| {
        let State { reducer, policies, body, texts, numbers, out, .. } = state;
        let Some(policy) = policies.get(policy) else { return FAILED };
        let text = texts.get(..length).unwrap_or_default();
        out.clear();
        let form = wire_from_code(wire).map(|wire| reducer.form_of_output(body, wire, policy, text));
        let written = match form {
            None | Some(Err(_) | Ok(OutputForm::Unknown)) => WrittenOutput::Unknown,
            Some(Ok(OutputForm::Same)) => WrittenOutput::Same,
            Some(Ok(OutputForm::Shorter(shorter, kind))) => {
                out.extend_from_slice(shorter.as_bytes());
                WrittenOutput::Shorter(kind, shorter.len())
            }
        };
        put_output(written, numbers);
        DONE
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn locate(wire: u32, last_step: u32) -> i32 {
    with(|state| {
        let Ok(found) = state.reducer.locate(&state.body, wire_from_code(wire), last_step) else { return DONE };
        put_landmarks(&found, &mut state.numbers);
        1
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn describe(wire: u32) -> i32 {
    with(|state| {
        let Ok(found) = state.reducer.describe(&state.body, wire_from_code(wire)) else { return DONE };
        put_head(&found, &mut state.numbers);
        1
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn detect_wire() -> u32 {
    with(|state| wire_code(state.reducer.detect_wire(&state.body)) as u32)
}

/// xxh3-128 of the texts at the pairs of offsets in the words: 32 hexadecimal digits.
#[unsafe(no_mangle)]
pub extern "C" fn hash_texts() {
    with(|state| {
        let (pairs, _) = state.words.as_chunks::<2>();
        let raw = pairs.iter().filter(|[start, end]| start + 2 <= *end);
        let hash = content_hash(raw.map(|&[start, end]| Span { start, end }.inside().of(&state.body)));
        state.out = format!("{hash:032x}").into_bytes();
    });
}

/// Rows of violations, as words. The text is the model.
#[unsafe(no_mangle)]
pub extern "C" fn validate(wire: u32, model: u32, most: usize) {
    with(|state| {
        let State { validator, body, texts, numbers, rows, .. } = state;
        let model = Texts(texts).take(model);
        *rows = violations_of(validator, body, (wire, model), most, numbers);
    });
}

/// Tokens of the body as a text; [`FAILED`] for no method.
#[unsafe(no_mangle)]
pub extern "C" fn tokens_of_bytes(method: u32) -> f64 {
    with(|state| Method::from_code(method).map_or(-1.0, |method| f64::from(word(method.tokens(&state.body)))))
}

#[unsafe(no_mangle)]
pub extern "C" fn tokens_of_units(method: u32) -> f64 {
    with(|state| Method::from_code(method).map_or(-1.0, |method| f64::from(word(method.tokens_of_units(&state.units)))))
}

#[unsafe(no_mangle)]
pub extern "C" fn weigh_units(method: u32) -> f64 {
    with(|state| weight_of_units(&state.units, method).unwrap_or(-1.0))
}

/// Tokens of the strings of the body at the spans in the words, as words that come out.
#[unsafe(no_mangle)]
pub extern "C" fn tokens_of_spans(method: u32) -> i32 {
    with(|state| {
        let State { body, words, rows, .. } = state;
        let Some(how) = Method::from_code(method) else { return FAILED };
        rows.clear();
        rows.resize(words.len() / 2, 0);
        fill_spans(body, words, rows, |raw| how.tokens_of_raw(raw)).map_or(FAILED, |()| DONE)
    })
}

/// Tokens of texts that lie in the body one behind the other, of the lengths in the words.
#[unsafe(no_mangle)]
pub extern "C" fn tokens_of_joined(method: u32) -> i32 {
    with(|state| {
        let State { body, words, rows, .. } = state;
        let Some(how) = Method::from_code(method) else { return FAILED };
        rows.clear();
        rows.resize(words.len(), 0);
        let Some(bytes) = joined_bytes(body, words, rows) else { return FAILED };
        fill_joined(bytes, words, rows, |text| how.tokens(text));
        DONE
    })
}

/// The outline of the body: JSON that comes out, and words. 0 where it is no JSON.
#[unsafe(no_mangle)]
pub extern "C" fn outline(min_chars: usize) -> i32 {
    with(|state| {
        let Ok(outline) = tamis_core::outline(&state.body, Level::detect(), min_chars) else { return DONE };
        let words = outline.strings.iter().flat_map(|string| [string.raw.start, string.raw.end, string.chars]);
        state.rows = words.collect();
        state.out = outline.json;
        1
    })
}

/// The ranked words of the units, as words that come out, at most `room`. Returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn ranked_words(room: usize) -> i32 {
    with(|state| {
        let State { units, rows, .. } = state;
        rows.clear();
        rows.resize(room, 0);
        words::ranked_words(units, rows).map_or(FAILED, u32::cast_signed)
    })
}

/// The digest of the units behind the first `seen`, which are words that the model has, as bytes that come out.
#[unsafe(no_mangle)]
pub extern "C" fn digest(seen: usize, max_words: usize, max_chars: usize) -> i32 {
    with(|state| {
        let State { units, out, .. } = state;
        let Some(text) = words::digest(units, seen, max_words, max_chars) else { return FAILED };
        *out = text.into_bytes();
        DONE
    })
}

/// What a call's result shows, as numbers; 1 where the path comes out as bytes. The first `tool` units are the tool's name.
#[unsafe(no_mangle)]
pub extern "C" fn shown_by_call(tool: usize) -> i32 {
    with(|state| {
        let State { units, numbers, out, .. } = state;
        let Some(numbers) = numbers.first_chunk_mut() else { return FAILED };
        match words::shown_by_call(units, tool, numbers) {
            Some(Some(path)) => {
                *out = path.into_bytes();
                1
            }
            Some(None) => DONE,
            None => FAILED,
        }
    })
}

/// The lossless phase over the body as texts.
#[unsafe(no_mangle)]
pub extern "C" fn lossless() -> i32 {
    with(|state| {
        let Some(Changes { words, bytes }) = changes_of(&state.body, &state.words) else { return FAILED };
        state.rows = words;
        state.out = bytes;
        DONE
    })
}

/// Takes the body as the packed vocabularies, which exact counts need.
#[unsafe(no_mangle)]
pub extern "C" fn use_vocabulary() -> i32 {
    with(|state| i32::from(tamis_tokens::use_vocabulary(std::mem::take(&mut state.body))))
}

#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *const u32 {
    with(|state| state.numbers.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn out_at() -> *const u8 {
    with(|state| state.out.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn out_length() -> usize {
    with(|state| state.out.len())
}

#[unsafe(no_mangle)]
pub extern "C" fn rows_at() -> *const u32 {
    with(|state| state.rows.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn rows_length() -> usize {
    with(|state| state.rows.len())
}

/// Texts that lie one behind the other.
struct Texts<'a>(&'a [u8]);

impl<'a> Texts<'a> {
    /// The next one; none for [`MISSING`], and for what is no UTF-8.
    fn take(&mut self, length: u32) -> Option<&'a str> {
        if length == MISSING {
            return None;
        }
        let (text, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        core::str::from_utf8(text).ok()
    }
}
