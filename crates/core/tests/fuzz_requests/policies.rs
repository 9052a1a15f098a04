//! Very different policies, chosen by the bits of a byte.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tamis_core::Policy;

/// Which settings a byte chooses among.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[allow(dead_code, reason = "a libFuzzer target needs one kind")]
pub enum PolicyKind {
    Masks,
    Definitions,
    Arguments,
}

/// Compiled once a thread, because compiling costs more than a small request.
pub fn kept_policy(kind: PolicyKind, bits: u8) -> Rc<Policy> {
    thread_local! {
        static KEPT: RefCell<HashMap<(PolicyKind, u8), Rc<Policy>>> = RefCell::default();
    }
    let make = || {
        let json = match kind {
            PolicyKind::Masks => masks(bits),
            PolicyKind::Definitions => definitions(bits),
            PolicyKind::Arguments => arguments(bits),
        };
        Rc::new(Policy::from_json(&json).expect("the settings are of the expected shape"))
    };
    KEPT.with_borrow_mut(|kept| kept.entry((kind, bits)).or_insert_with(make).clone())
}

fn masks(bits: u8) -> String {
    let window = 1 + (bits & 1);
    let keep_errors = ["true", "false", "\"seed\"", "true"][usize::from(bits >> 1 & 3)];
    let head = ["null", "33", "120", "400"][usize::from(bits >> 3 & 3)];
    let media = ["keep", "mask"][usize::from(bits >> 5 & 1)];
    let handle_key = if bits.is_multiple_of(7) { r#""a key of the tests""# } else { "null" };
    let never = bits >> 6 & 1 == 1;
    let digest = if bits.is_multiple_of(3) { r#"{"maxChars":60,"ratio":5000}"# } else { "null" };
    let placeholder = [
        r#"{"family":"observation","locale":"en"}"#,
        r#"{"family":"conversation","locale":"en","template":"<masked {tool_name} {tool_call_id}>"}"#,
    ][usize::from(bits >> 7)];
    format!(
        r#"{{"mask":{{"windowTurns":{window},"minChars":0,"keepErrors":{keep_errors},"keepErrorsMaxChars":200,
        "keepLastKPerTool":null,
        "tools":[["ex*",{{"windowTurns":1,"keepLastK":null,"keepErrors":false,"maxObservationChars":null,"never":true}}],["g",{{"windowTurns":1,"keepLastK":1,"keepErrors":false,"maxObservationChars":null,"never":{never}}}]],
        "maxObservationChars":{head},"media":"{media}",
        "digest":{digest},"placeholder":{placeholder}}},"handleKey":{handle_key}}}"#
    )
}

/// Masks of the newest results but one, which no rule keeps.
const PLAIN_MASKS: &str = r#""mask":{"windowTurns":1,"minChars":0,"keepErrors":true,"keepErrorsMaxChars":200,
    "keepLastKPerTool":null,"tools":[],"maxObservationChars":null,
    "digest":null,"placeholder":{"family":"observation","locale":"en"}}"#;
/// Masks move with every turn, and the installed table says what models can do.
const EVERY_TURN: &str = r#""cache":{"strategy":"every-turn","rent":10000,"models":[]}"#;

fn definitions(bits: u8) -> String {
    let schema = bits & 1 == 0;
    let most_chars = ["100", "null"][usize::from(bits >> 1 & 1)];
    let defer = ["[]", r#"["mcp__*"]"#, r#"["*"]"#, r#"["mcp__?","b"]"#][usize::from(bits >> 2 & 3)];
    format!(
        r#"{{{PLAIN_MASKS},{EVERY_TURN},"tools":{{"schema":{schema},"maxDescriptionChars":{most_chars},"defer":{defer}}}}}"#
    )
}

fn arguments(bits: u8) -> String {
    let max_chars = [200, 200, 250, 400][usize::from(bits & 3)];
    let tools = [r#"["*"]"#, r#"["W*"]"#][usize::from(bits >> 2 & 1)];
    let digest = ["null", r#"{"maxChars":60,"ratio":5000}"#][usize::from(bits >> 3 & 1)];
    let pins = ["[]", r#"["fifth"]"#][usize::from(bits >> 5 & 1)];
    format!(
        r#"{{{PLAIN_MASKS},{EVERY_TURN},"args":{{"maxChars":{max_chars},"tools":{tools},"digest":{digest},
        "pins":{pins}}}}}"#
    )
}
