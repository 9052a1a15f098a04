//! What a reducer remembers of texts changes no answer.

use tamis_core::{Options, Policy, Reducer};

const CALL: &str = r#"{"name":"Read","arguments":"{\"file_path\":\"a.ts\"}"}"#;

fn body() -> String {
    let turn = |id: &str, text: &str| {
        format!(
            r#"{{"role":"assistant","tool_calls":[{{"id":"{id}","type":"function","function":{CALL}}}]}},
            {{"role":"tool","tool_call_id":"{id}","content":"{text}"}}"#
        )
    };
    let turns = [turn("a", &r"const a = 1;\n".repeat(40)), turn("b", "unchanged since your last read")];
    format!(r#"{{"messages":[{{"role":"user","content":"go"}},{}]}}"#, turns.join(","))
}

fn policy(references: &str) -> Policy {
    let json = format!(
        r#"{{"mask":{{"windowTurns":1,"minChars":0,"keepErrors":true,"keepErrorsMaxChars":200,
        "references":{references},"keepLastKPerTool":null,"tools":[],"maxObservationChars":null,
        "placeholder":{{"family":"observation","locale":"en"}}}},
        "arrival":{{"terminal":true,"json":false,"paths":false}}}}"#
    );
    Policy::from_json(&json).expect("the settings are of the expected shape")
}

#[test]
fn what_is_remembered_of_a_text_is_of_its_policy() {
    let policies = [policy(r#"[{"tools":["*"],"texts":["unchanged since"]}]"#), policy("[]")];
    let body = body();
    let reduced = |reducer: &mut Reducer, policy: &Policy| {
        reducer.plan(body.as_bytes(), policy, Options::default()).expect("a whole request").to_bytes()
    };
    let [refers, other] = [0, 1].map(|at| reduced(&mut Reducer::default(), &policies[at]));
    assert_eq!(refers, body.as_bytes(), "the answer refers to the first result, which stays");
    assert_ne!(other, refers);
    for order in [[0, 1, 0], [1, 0, 1]] {
        let mut kept = Reducer::default();
        for at in order {
            assert!(reduced(&mut kept, &policies[at]) == [&refers, &other][at].as_slice(), "{order:?}");
        }
    }
}
