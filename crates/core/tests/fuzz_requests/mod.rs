//! Turns a fuzzer's bytes into a request and checks its reduction. Plain tests and libFuzzer targets share it.
//!
//! ```text
//! bytes ─ begin with `{` ──────────────→ the body itself
//!       └ else: choices in a grammar of the wire → a body that is mostly a request, in unusual shapes and orders
//! ```
//! Random bytes alone are never valid JSON; choices give valid JSON, and shrink to few messages.

mod calls;
mod grammar;
mod policies;
mod tool_grammars;
mod wire_grammars;

use calls::{Call, is_shortened_of, session};
use policies::{PolicyKind, kept_policy};
use serde_json::Value;
use tamis_core::validate::{Rule, ValidateOptions, Validator};
use tamis_core::{Options, Policy, Reducer, Wire, report};

const WIRES: [Wire; 4] = [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini];
/// Most calls of a session, and bytes that choose one's arguments.
const MOST_CALLS: usize = 8;
const CALL_BYTES: usize = 24;
/// Most bytes that a deferred definition takes, and the provider's search.
const DEFERRED_BYTES: usize = r#","defer_loading":true"#.len();
const SEARCH_BYTES: usize = 80;

/// Panics, as fuzzers expect, if the reduction of the request from `data` breaks a guarantee. Returns the number of edits.
#[allow(dead_code, reason = "a libFuzzer target needs one kind of request")]
pub fn check(wire: Wire, data: &[u8]) -> usize {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let body = if first == b'{' { data.to_vec() } else { grammar::expand(wire, rest) };
    let policy = kept_policy(PolicyKind::Masks, first);
    let mut reducer = Reducer::default();
    // Both as the given wire and as the wire that its shape has.
    let given = [Options { wire: Some(wire), ..options() }, options()];
    given.into_iter().map(|options| check_plan(&mut reducer, &body, &policy, options).1).sum()
}

/// The same for the request with the definitions of tools from `data`.
#[allow(dead_code, reason = "a libFuzzer target needs one kind of request")]
pub fn check_definitions(data: &[u8]) -> usize {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let wire = [Wire::Anthropic, Wire::OpenAiResponses][usize::from(first >> 4 & 1)];
    let options = Options { wire: Some(wire), ..options() };
    let body = grammar::expand_definitions(wire, rest);
    check_plan(&mut Reducer::default(), &body, &kept_policy(PolicyKind::Definitions, first), options).1
}

/// The same for a session of calls with the arguments from `data`: they are shortened ones at most.
#[allow(dead_code, reason = "a libFuzzer target needs one kind of request")]
pub fn check_arguments(data: &[u8]) -> usize {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let wire = WIRES[usize::from(first >> 6)];
    let call = |choices: &[u8]| Call {
        arguments: grammar::expand_arguments(choices),
        failed: choices[0].is_multiple_of(8),
        is_custom: choices[0].is_multiple_of(3),
    };
    let calls: Vec<Call> = rest.chunks(CALL_BYTES).take(MOST_CALLS).map(call).collect();
    let body = session(wire, &calls);
    let options = Options { wire: Some(wire), ..options() };
    let policy = kept_policy(PolicyKind::Arguments, first);
    let (out, edits) = check_plan(&mut Reducer::default(), body.as_bytes(), &policy, options);
    // serde_json refuses lone surrogates, also in the JSON within a string.
    let parsed = |text: &[u8]| serde_json::from_slice::<Value>(text).ok().filter(|_| !body.contains("ud800"));
    if let (Some(before), Some(after)) = (parsed(body.as_bytes()), parsed(&out)) {
        assert!(
            is_shortened_of(&without_results(before), &without_results(after)),
            "strings are shortened, no more: {body}\n{}",
            String::from_utf8_lossy(&out)
        );
    }
    edits
}

/// The same request with no texts of results, which masks replace.
fn without_results(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(without_results).collect(),
        Value::Object(map) => {
            let is_result = map.keys().any(|key| key == "tool_use_id" || key == "tool_call_id" || key == "output");
            map.into_iter()
                .filter(|(key, _)| !(is_result && (key == "content" || key == "output")))
                .map(|(key, value)| (key, without_results(value)))
                .collect()
        }
        other => other,
    }
}

fn options() -> Options<'static> {
    Options { measure: true, explain: true, ..Options::default() }
}

/// Gives what is sent, and the number of edits.
fn check_plan(reducer: &mut Reducer, body: &[u8], policy: &Policy, options: Options<'_>) -> (Vec<u8>, usize) {
    let Ok(plan) = reducer.plan(body, policy, options) else { return (body.to_vec(), 0) };
    let out = plan.to_bytes();
    assert_eq!(out, spliced(body, &plan), "edits are the changes");
    let deferred = plan.definitions.deferred as usize;
    let added = if deferred > 0 { deferred * DEFERRED_BYTES + SEARCH_BYTES } else { 0 };
    assert!(out.len() <= body.len() + added, "a body grows by what defers tools alone");
    assert_eq!(rows_over(&plan, 0), rows_over(&plan, 0xff), "rows fill what they were counted to");
    let text = std::str::from_utf8(&out).expect("a reduced body of UTF-8 is UTF-8");
    let (wire, edits) = (plan.wire, plan.edits.edits().len());
    // serde_json limits the depth and refuses lone surrogates, so only bodies that it accepts are compared.
    if serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok() {
        serde_json::from_str::<serde::de::IgnoredAny>(text).expect("a reduced body of JSON is JSON");
    }
    let again = reducer.plan(&out, policy, Options { wire, ..options }).expect("a reduced request is a request");
    assert_eq!(again.to_bytes(), out, "reduced once is reduced for good");
    if edits > 0 {
        assert_eq!(new_violations(body, &out, wire), [], "valid stays valid, and what is not is made no worse");
    }
    (out, edits)
}

/// The rows of `plan`, written over memory full of `byte` that is longer than the rows.
fn rows_over(plan: &tamis_core::Plan, byte: u8) -> Vec<u8> {
    let mut out = vec![byte; report::rows_bytes(plan) + 64];
    report::write_rows(plan, &mut out);
    let behind = out.split_off(out.len() - 64);
    assert_eq!(behind, [byte; 64], "rows end where they were counted to");
    out
}

/// The violations of `out` that `body` does not have, with their messages.
fn new_violations(body: &[u8], out: &[u8], wire: Option<Wire>) -> Vec<(i32, Rule)> {
    let options = ValidateOptions { wire, ..ValidateOptions::default() };
    let mut validator = Validator::default();
    let Ok((_, rows)) = validator.validate(body, options) else { return Vec::new() };
    // The validator reports these rules alone. A reduction may remove them, and the other violations then appear.
    let hidden = [Rule::MESSAGE_NOT_OBJECT, Rule::BLOCK_NOT_OBJECT];
    if rows.iter().any(|row| hidden.contains(&row.rule)) {
        return Vec::new();
    }
    let mut known: Vec<_> = rows.iter().map(|row| (row.message, row.rule)).collect();
    let (_, rows) = validator.validate(out, options).expect("a reduced request can be judged");
    let found = rows.iter().map(|row| (row.message, row.rule));
    found.filter(|one| known.iter().position(|other| other == one).map(|at| known.swap_remove(at)).is_none()).collect()
}

/// Applies the edits one by one and checks that they are in bounds and in order.
fn spliced(body: &[u8], plan: &tamis_core::Plan) -> Vec<u8> {
    let mut out = Vec::new();
    let mut from = 0;
    for edit in plan.edits.edits() {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        assert!(from <= start && start <= end && end <= body.len(), "edits are sorted and in bounds");
        out.extend_from_slice(&body[from..start]);
        out.extend_from_slice(plan.edits.replacement(edit));
        from = end;
    }
    out.extend_from_slice(&body[from..]);
    out
}
