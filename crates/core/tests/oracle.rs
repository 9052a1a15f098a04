//! Compares the core with other parsers and with itself at every level, and checks that it never panics.

use proptest::prelude::*;
use serde::de::IgnoredAny;
use tamis_core::{Index, Level, Listing, Options, Policy, Reducer, Span};

/// Pieces of JSON, of nearly valid JSON and of requests.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"\"",
        "\"a\":",
        "null",
        "true",
        "false",
        "0",
        "-1.5e3",
        "01",
        "1e",
        "-",
        "\\",
        "\\u00e9",
        "\\ud83d",
        "\\x",
        "\u{c}",
        "\u{1}",
        " ",
        "\n",
        "é",
        "😀",
        "\"role\":\"tool\"",
        "\"role\":\"assistant\"",
        "\"tool_call_id\":\"c\"",
        "\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\"}}]",
        "\"content\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
        "\"content\":[{\"type\":\"text\",\"text\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}]",
        "{\"messages\":[",
        "]}",
        "{",
        "},",
    ];
    prop::sample::select(fixed.map(str::to_owned).to_vec())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat()),
        nested().prop_map(|value| value.to_string()),
    ]
}

/// Any JSON value, which the test then breaks.
fn nested() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "[a-z\"\\\\\\n é😀]{0,80}".prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec(("[a-z]{0,9}", inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A request of whole messages in any order and number, with windows and templates around them.
fn request() -> impl Strategy<Value = String> {
    let content = "[a-z\\\\nérror: 😀]{0,300}".prop_map(|text| serde_json::Value::String(text).to_string());
    let message = prop_oneof![
        Just("{\"role\":\"user\",\"content\":\"go\"}".to_owned()),
        "[a-c]".prop_map(|id| format!(
            "{{\"role\":\"assistant\",\"tool_calls\":[{{\"id\":\"{id}\",\"function\":{{\"name\":\"t{id}\"}}}}]}}"
        )),
        ("[a-d]", content.clone())
            .prop_map(|(id, text)| format!("{{\"role\":\"tool\",\"tool_call_id\":\"{id}\",\"content\":{text}}}")),
        ("[a-d]", prop::collection::vec(content, 0..4)).prop_map(|(id, texts)| {
            let parts: Vec<String> =
                texts.iter().map(|text| format!("{{\"type\":\"text\",\"text\":{text}}}")).collect();
            format!("{{\"content\":[{}],\"tool_call_id\":\"{id}\",\"role\":\"tool\"}}", parts.join(" , "))
        }),
    ];
    prop::collection::vec(message, 0..30).prop_map(|messages| format!("{{\"messages\":[{}]}}", messages.join(",\n")))
}

fn policy(window: u32, keep_errors: &str, head: Option<u32>) -> Policy {
    let head = head.map_or("null".to_owned(), |head| head.to_string());
    let json = format!(
        r#"{{"mask":{{"windowTurns":{window},"minChars":0,"keepErrors":{keep_errors},"keepErrorsMaxChars":200,
        "keepLastKPerTool":null,
        "tools":[["tc",{{"windowTurns":1,"keepLastK":1,"keepErrors":false,"maxObservationChars":null,"never":false}}]],
        "maxObservationChars":{head},"placeholder":{{"family":"observation","locale":"en"}}}}}}"#
    );
    Policy::from_json(&json).expect("the settings are of the expected shape")
}

fn accepts(body: &[u8], level: Level) -> bool {
    Index::default().build(body, level, Listing::Conversation).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, ..ProptestConfig::default() })]

    #[test]
    fn accepts_what_other_parsers_accept(text in text(), broken in prop::option::of((any::<prop::sample::Index>(), any::<u8>())), spaces in 0usize..130) {
        let mut body = format!("{}{text}", " ".repeat(spaces)).into_bytes();
        if let (Some((at, byte)), false) = (broken, text.is_empty()) {
            body[spaces + at.index(text.len())] = byte;
        }
        // When serde_json skips a value, it does not check UTF-8 in strings, as JSON.parse's decoder does.
        let utf8 = std::str::from_utf8(&body);
        let expected = utf8.is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
        for level in Level::available() {
            prop_assert_eq!(accepts(&body, level), expected, "{} {:?}", level.name(), utf8);
        }
        // jiter refuses lone surrogates, which JSON.parse accepts.
        let mut jiter = jiter::Jiter::new(&body);
        if utf8.is_ok() && jiter.next_skip().and_then(|()| jiter.finish()).is_ok() {
            prop_assert!(expected);
        }
    }

    #[test]
    fn plans_never_panic_and_levels_agree(body in prop_oneof![text(), request()], window in 1u32..4, keep in prop::sample::select(vec!["true", "false", "\"seed\""]), head in prop::option::of(1u32..200)) {
        let policy = policy(window, keep, head);
        let options = Options { measure: true, explain: true, ..Options::default() };
        let mut expected = None;
        for level in Level::available() {
            let mut reducer = Reducer::new(level);
            let outcome = reducer.plan(body.as_bytes(), &policy, options).map(|plan| (plan.to_bytes(), format!("{:?}", plan.decisions)));
            match &expected {
                None => expected = Some(outcome),
                Some(expected) => prop_assert_eq!(&outcome, expected, "{}", level.name()),
            }
        }
    }

    #[test]
    fn everything_outside_edits_is_identical(body in request(), window in 1u32..4, keep in prop::sample::select(vec!["true", "false"]), head in prop::option::of(1u32..200)) {
        let policy = policy(window, keep, head);
        let mut reducer = Reducer::default();
        let plan = reducer.plan(body.as_bytes(), &policy, Options::default()).expect("a whole request");
        let mut expected = Vec::new();
        let mut from = 0;
        for edit in plan.edits.edits() {
            expected.extend_from_slice(&body.as_bytes()[from..edit.span.start as usize]);
            expected.extend_from_slice(plan.edits.replacement(edit));
            from = edit.span.end as usize;
        }
        expected.extend_from_slice(&body.as_bytes()[from..]);
        let reduced = plan.to_bytes();
        prop_assert_eq!(&reduced, &expected);
        prop_assert!(reduced.len() <= body.len());
        // Reducing again changes nothing.
        let again = reducer.plan(&reduced, &policy, Options::default()).expect("a reduced request is a request");
        prop_assert_eq!(again.to_bytes(), reduced);
    }

    #[test]
    fn measures_the_length_of_the_decoded_text(before in 0usize..140, text in "[a-zé€😀\"\\\\\n]{0,400}", ascii in any::<bool>()) {
        let json = serde_json::to_string(&text).expect("a string");
        let json = if ascii { json.encode_utf16().map(escape_unit).collect() } else { json };
        let body = format!("{}{json}", " ".repeat(before));
        for level in Level::available() {
            let mut index = Index::default();
            prop_assert!(index.build(body.as_bytes(), level, Listing::Conversation).is_ok());
            let inside = Span::new(before, body.len()).inside();
            prop_assert_eq!(index.lengths(body.as_bytes(), level).chars(inside), text.encode_utf16().count());
        }
    }
}

fn escape_unit(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}
