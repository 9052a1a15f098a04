//! Turns a fuzzer's bytes into a request and checks its reduction. Plain tests and libFuzzer targets share it.
//!
//! ```text
//! bytes ─ begin with `{` ──────────────→ the body itself
//!       └ else: choices in a grammar of the wire → a body that is mostly a request, in unusual shapes and orders
//! ```
//! Random bytes alone are never valid JSON; choices give valid JSON, and shrink to few messages.

mod grammar;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tamis_core::validate::{Rule, ValidateOptions, Validator};
use tamis_core::{Options, Policy, Reducer, Wire, report};

/// Panics, as fuzzers expect, if the reduction of the request from `data` breaks a guarantee. Returns the number of edits.
pub fn check(wire: Wire, data: &[u8]) -> usize {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let body = if first == b'{' { data.to_vec() } else { grammar::expand(wire, rest) };
    let policy = kept_policy(first);
    let mut reducer = Reducer::default();
    // Both as the given wire and as the wire that its shape has.
    let given = [Options { wire: Some(wire), ..options() }, options()];
    given.into_iter().map(|options| check_plan(&mut reducer, &body, &policy, options)).sum()
}

/// The same for the request with the definitions of tools from `data`.
pub fn check_definitions(data: &[u8]) -> usize {
    let options = Options { wire: Some(Wire::Anthropic), ..options() };
    check_plan(&mut Reducer::default(), &grammar::expand_definitions(data), &kept_policy(b'{'), options)
}

fn options() -> Options<'static> {
    Options { measure: true, explain: true, ..Options::default() }
}

fn check_plan(reducer: &mut Reducer, body: &[u8], policy: &Policy, options: Options<'_>) -> usize {
    let Ok(plan) = reducer.plan(body, policy, options) else { return 0 };
    let out = plan.to_bytes();
    assert_eq!(out, spliced(body, &plan), "edits are the changes");
    assert!(out.len() <= body.len(), "a body never grows");
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
    edits
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
    let hidden = [Rule::DUPLICATE_KEY, Rule::MESSAGE_NOT_OBJECT, Rule::BLOCK_NOT_OBJECT];
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

/// [`policy`], compiled once a thread, because compiling costs more than a small request.
fn kept_policy(bits: u8) -> Rc<Policy> {
    thread_local! {
        static KEPT: RefCell<HashMap<u8, Rc<Policy>>> = RefCell::default();
    }
    KEPT.with_borrow_mut(|kept| kept.entry(bits).or_insert_with(|| Rc::new(policy(bits))).clone())
}

/// One of several very different policies, by the bits of a byte.
fn policy(bits: u8) -> Policy {
    let window = 1 + (bits & 1);
    let keep_errors = ["true", "false", "\"seed\"", "true"][usize::from(bits >> 1 & 3)];
    let head = ["null", "33", "120", "400"][usize::from(bits >> 3 & 3)];
    let media = ["keep", "mask"][usize::from(bits >> 5 & 1)];
    let never = bits >> 6 & 1 == 1;
    let digest = if bits.is_multiple_of(3) { r#"{"maxChars":60,"ratio":5000}"# } else { "null" };
    let tools = if bits & 3 == 3 { r#"{"schema":true,"maxDescriptionChars":100,"defer":[]}"# } else { "null" };
    let placeholder = [
        r#"{"family":"observation","locale":"en"}"#,
        r#"{"family":"conversation","locale":"en","template":"<masked {tool_name} {tool_call_id}>"}"#,
    ][usize::from(bits >> 7)];
    let json = format!(
        r#"{{"mask":{{"windowTurns":{window},"minChars":0,"keepErrors":{keep_errors},"keepErrorsMaxChars":200,
        "errorPatterns":["zz",{{"text":"q","at":"line"}}],"keepLastKPerTool":null,"excludeTools":["ex*"],
        "tools":[["g",{{"windowTurns":1,"keepLastK":1,"keepErrors":false,"maxObservationChars":null,"never":{never}}}]],
        "maxObservationChars":{head},"protectOpenLoop":false,"media":"{media}","userMedia":"{media}","digest":{digest},"placeholder":{placeholder}}},"tools":{tools}}}"#
    );
    Policy::from_json(&json).expect("the settings are of the expected shape")
}
