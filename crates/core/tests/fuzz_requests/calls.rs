//! Sessions of calls with generated arguments, and what a reduction may make of these.

use serde_json::Value;
use std::fmt::Write;
use tamis_core::Wire;

/// What ends a shortened string.
const MARK: &str = "[argument shortened: ";

/// One call: its arguments as JSON, and whether its result is an error.
pub struct Call {
    pub arguments: String,
    pub failed: bool,
    /// Its arguments are a text of the tool's own form, where the wire has such calls.
    pub is_custom: bool,
}

/// A request of one prompt and these calls, each with its result.
pub fn session(wire: Wire, calls: &[Call]) -> String {
    let mut list = String::new();
    for (at, call) in calls.iter().enumerate() {
        let args = &call.arguments;
        let quoted = serde_json::to_string(args).unwrap_or_default();
        let (name, result) = (["Write", "Edit"][at % 2], if call.failed { "Error: it is not there" } else { "done" });
        let written = match wire {
            Wire::OpenAiChat => write!(
                list,
                r#",{{"role":"assistant","content":null,"tool_calls":[{{"id":"c{at}","type":"function","function":{{"name":"{name}","arguments":{quoted}}}}}]}},{{"role":"tool","tool_call_id":"c{at}","content":"{result}"}}"#
            ),
            Wire::OpenAiResponses if call.is_custom => write!(
                list,
                r#",{{"type":"custom_tool_call","call_id":"c{at}","name":"{name}","input":{quoted}}},{{"type":"custom_tool_call_output","call_id":"c{at}","output":"{result}"}}"#
            ),
            Wire::OpenAiResponses => write!(
                list,
                r#",{{"type":"function_call","call_id":"c{at}","name":"{name}","arguments":{quoted}}},{{"type":"function_call_output","call_id":"c{at}","output":"{result}"}}"#
            ),
            Wire::Anthropic => write!(
                list,
                r#",{{"role":"assistant","content":[{{"type":"tool_use","id":"c{at}","name":"{name}","input":{args}}}]}},{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c{at}","content":"{result}","is_error":{}}}]}}"#,
                call.failed
            ),
            Wire::Gemini => write!(
                list,
                r#",{{"role":"model","parts":[{{"functionCall":{{"id":"c{at}","name":"{name}","args":{args}}}}}]}},{{"role":"user","parts":[{{"functionResponse":{{"id":"c{at}","name":"{name}","response":{{"output":"{result}"}}}}}}]}}"#
            ),
        };
        written.expect("a string takes all");
    }
    match wire {
        Wire::OpenAiChat | Wire::Anthropic => {
            format!(r#"{{"model":"m","messages":[{{"role":"user","content":"go"}}{list}]}}"#)
        }
        Wire::OpenAiResponses => format!(r#"{{"model":"m","input":[{{"role":"user","content":"go"}}{list}]}}"#),
        Wire::Gemini => format!(r#"{{"contents":[{{"role":"user","parts":[{{"text":"go"}}]}}{list}]}}"#),
    }
}

/// Whether `after` is `before` with some strings shortened, each to a beginning of it and a mark, also in JSON within a string.
pub fn is_shortened_of(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.len() == after.len()
                && before.iter().all(|(key, value)| after.get(key).is_some_and(|other| is_shortened_of(value, other)))
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(one, other)| is_shortened_of(one, other))
        }
        (Value::String(before), Value::String(after)) => before == after || is_shortened_text(before, after),
        _ => before == after,
    }
}

fn is_shortened_text(before: &str, after: &str) -> bool {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok().filter(|value| !value.is_string());
    if let (Some(before), Some(after)) = (parsed(before), parsed(after)) {
        return is_shortened_of(&before, &after);
    }
    let Some((head, mark)) = after.rsplit_once(MARK) else { return false };
    let count = mark.split(' ').next().and_then(|count| count.parse::<usize>().ok());
    let left_out = before.strip_prefix(head).map(|rest| rest.encode_utf16().count());
    mark.ends_with(']') && count.is_some() && count == left_out
}
