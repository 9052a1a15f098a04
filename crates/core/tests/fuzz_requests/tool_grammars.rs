//! Grammars of what tools are called with and how they are defined.

use super::grammar::Grammar;

/// Requests with definitions as Anthropic's wire has them: `d` is one, `g` is what may be beside its schema.
pub const CLAUDE_TOOLS: Grammar = &[
    (
        b'S',
        &[
            r#"{"messages":[],"tools":[$d]}"#,
            r#"{"tools": [ $d , $d ] ,"messages":[]}"#,
            r#"{"model":$o,"tools":[$d,$d],"messages":[]}"#,
            r#"{"model":$o,"messages":[],"tools": [ $d , $d,$d ],"tool_choice":$c}"#,
            r#"{"model":$o,"tools":[$d,$d,$d,$d],"messages":[]}"#,
            r#"{"model":$o,"tools":[$d],"messages":[],"tools":[$d,$d]}"#,
        ],
    ),
    (
        b'd',
        &[
            r#"{"name":$n,"input_schema":$s}"#,
            r#"{"name":$n,"input_schema":$s$g}"#,
            r#"{"description":$T,"input_schema": $s ,"name":$n }"#,
            r#"{"input_schema":$s,"strict":true,"name":$n}"#,
            r#"{"name":"a","name":"a","input_schema":$s}"#,
            "$s",
            "7",
        ],
    ),
    (
        b'g',
        &[
            "",
            r#","type":"custom""#,
            r#","cache_control":{"type":"ephemeral"}"#,
            r#","cache_control":null"#,
            r#","input_examples":[]"#,
            r#","defer_loading":true"#,
            r#","type":"tool_search_tool_regex_20251119""#,
        ],
    ),
];

/// The same as the Responses API has them.
pub const GPT_TOOLS: Grammar = &[
    (
        b'S',
        &[
            r#"{"input":[],"tools":[$d]}"#,
            r#"{"tools": [ $d , $d ] ,"input":[]}"#,
            r#"{"model":$o,"tools":[$d,$d],"input":[]}"#,
            r#"{"model":$o,"input":[],"tools": [ $d , $d,$d ],"tool_choice":$c}"#,
            r#"{"model":$o,"tools":[$d,$d,$d,$d],"input":[]}"#,
        ],
    ),
    (
        b'd',
        &[
            r#"{"type":"function","name":$n,"parameters":$s}"#,
            r#"{"description":$T,"parameters": $s ,"name":$n ,"type":"function" }"#,
            r#"{"type":"function","parameters":$s,"strict":true,"name":$n}"#,
            r#"{"type":"function","name":$n,"parameters":$s,"defer_loading":false}"#,
            r#"{"type":"namespace","name":"n","tools":[$d]}"#,
            r#"{"type":"web_search"}"#,
            "$s",
            "7",
        ],
    ),
];

/// Schemas: `s` is one, `k` are keywords, `m` are names of the user's. `n` names a tool, `o` a model, `c` chooses a tool.
pub const SCHEMAS: Grammar = &[
    (b's', &["{}", "{$k}", "{$k,$k}", "{ $k , $k ,$k }", "{$k,$k,$k,$k}"]),
    (
        b'k',
        &[
            r#""\u0024schema":"x""#,
            r#""title":"A b""#,
            r#""description":$T"#,
            r#""type":"object""#,
            r#""minLength": 0"#,
            r#""minItems":-0.0"#,
            r#""minContains":1e0"#,
            r#""nullable":false"#,
            r#""\u0024defs":{ }"#,
            r#""properties":{$m}"#,
            r#""anyOf":[$s,$s]"#,
            r#""items":$s"#,
            r#""default":$s"#,
        ],
    ),
    (b'm', &[r#""a_b":$s"#, r#""\u0024schema":$s,"title":$s"#, r#""\u0061-B":$s"#]),
    (b'n', &[r#""a""#, r#""mcp__a""#, r#""mcp__\u0062""#, r#""b""#, r#""mcp__c""#, "7", r#""tool_search_tool_bm25""#]),
    (b'o', &[r#""claude-opus-4-6""#, r#""gpt-5.6""#, r#""claude-sonnet-4-6""#, r#""gpt-6.1""#, r#""x""#]),
    (b'c', &[r#""auto""#, r#"{"type":"tool","name":"mcp__\u0061"}"#, r#"{"type":"function","name":"a"}"#, "null"]),
];

/// What a tool is called with: `a` are members, `u` are strings, `r` what they are made of.
pub const ARGUMENTS: Grammar = &[
    (b'S', &["{}", "{$a}", "{$a,$a}", "{ $a , $a ,\n$a }", "{$a,$a,$a,$a}"]),
    (
        b'a',
        &[
            r#""file_path":"src/a.ts""#,
            r#""content":$u"#,
            r#""a/b~":[$u,{"x":$u}]"#,
            r#""n":-0.0"#,
            r#""text": $u,"text":$u"#,
            r#""\u0061":$u"#,
            r#""deep":{"S":{$a}}"#,
        ],
    ),
    (b'u', &[r#""""#, r#""$r$r""#, r#""$r$r$r$r""#, r#""$r$r$r$r$r$r$r""#]),
    (
        b'r',
        &[
            r#"import { parseBody } from \"src/wires/read.ts\"; // of 8080 and max_len, and so it goes on for a while yet "#,
            r"first line\nsecond line\r\nthird line\nfourth line\n\n\tfifth line \\ and more of the same on this one\n",
            "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé😀",
            "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
            r"\u00e9\ud83d\ude00 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            r#"{\"a\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}"#,
            "argument shortened: 9 chars left out, and what else a text can say that looks nearly like a mark of ours",
            r"\ud800 zz",
        ],
    ),
];
