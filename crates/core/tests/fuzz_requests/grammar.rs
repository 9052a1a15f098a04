//! Grammars of unusual requests: `$X` in an alternative is any alternative of `X`, chosen by the next byte.

use tamis_core::Wire;

/// Names of one letter and their alternatives; the first alternative of each ends soon.
type Grammar = &'static [(u8, &'static [&'static str])];

/// Largest number of expansions in one body, so that recursion ends.
const MOST: usize = 400;

/// Expands `$S` by `choices`; uses first alternatives once they are used up.
pub fn expand(wire: Wire, choices: &[u8]) -> Vec<u8> {
    let grammar = match wire {
        Wire::OpenAiChat => CHAT,
        Wire::OpenAiResponses => RESPONSES,
        Wire::Anthropic => ANTHROPIC,
        Wire::Gemini => GEMINI,
    };
    expand_in(grammar, choices)
}

/// As [`expand`], a request whose tools have unusual definitions.
pub fn expand_definitions(choices: &[u8]) -> Vec<u8> {
    expand_in(DEFINITIONS, choices)
}

fn expand_in(grammar: Grammar, choices: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut choices = choices.iter().copied();
    let mut left = MOST;
    let mut open: Vec<std::str::Bytes> = vec!["$S".bytes()];
    while let Some(top) = open.last_mut() {
        match top.next() {
            None => drop(open.pop()),
            Some(b'$') => {
                let name = top.next().expect("a name follows $");
                let alternatives = alternatives(grammar, name);
                left = left.saturating_sub(1);
                let choice = if left == 0 { 0 } else { usize::from(choices.next().unwrap_or(0)) };
                open.push(alternatives[choice % alternatives.len()].bytes());
            }
            Some(byte) => out.push(byte),
        }
    }
    out
}

fn alternatives(grammar: Grammar, name: u8) -> &'static [&'static str] {
    let found = grammar.iter().chain(COMMON).find(|(known, _)| *known == name);
    found.expect("every name has its alternatives").1
}

/// Schemas: `s` is one, `k` are keywords, `m` are names of the user's.
const DEFINITIONS: Grammar = &[
    (b'S', &[r#"{"messages":[],"tools":[$d]}"#, r#"{"tools": [ $d , $d ] ,"messages":[]}"#]),
    (
        b'd',
        &[
            r#"{"name":"a","input_schema":$s}"#,
            r#"{"description":$T,"input_schema": $s ,"name":"b"}"#,
            r#"{"input_schema":$s,"strict":true}"#,
            r#"{"name":"a","name":"a","input_schema":$s}"#,
            "$s",
            "7",
        ],
    ),
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
];

const COMMON: Grammar = &[
    // A list of messages.
    (b'L', &["$M", "$M,$L", "$M ,\n$L", "$M,$L", "$M,$L", "$M,$L", "$M,$L", "$M,$L"]),
    (b'I', &["\"a\"", "\"b\"", "\"a\"", "\"\\u0061\"", "\"a\"", "\"a\"", "\"\"", "5"]),
    (b'N', &["\"f\"", "\"g\"", "\"ex\"", "\"\\u0007\"", "null"]),
    // Texts, as JSON.
    (
        b'T',
        &[
            "\"\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"\\u00e9\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\"",
            "\"ééééééééééééééééééééééééééééééééééééééé😀\"",
            "\"Error: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"{\\\"error\\\":\\\"denied\\\"}\"",
            "\"[observation masked — 9 chars]\"",
            "\"<masked f a>\"",
            "\"[image masked — image/png]\"",
            "\"[error clipped — 900 chars]\"",
            "\"\\ud800 zz\"",
            "null",
        ],
    ),
    (b'C', &["", ",\"cache_control\":{\"type\":\"ephemeral\"}", ",\"cache_control\":null", ",\"x\":$V"]),
    (b'V', &["0", "1e400", "[$V]", "{\"messages\":[$V],\"role\":\"tool\"}", "$T", "-0.0"]),
    // A list of parts.
    (b'Q', &["$P", "$P,$Q", "$P, $Q"]),
    (b'D', &["", "", "", "", "", ",\"role\":\"user\"", ",\"content\":\"twice\"", ",\"type\":\"text\"", ""]),
];

const CHAT: Grammar = &[
    (
        b'S',
        &[
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            " {\"x\":$V,\"messages\" : [$L],\"model\":\"m\"}\n",
            "{\"messages\":[],\"messages\":[$L]}",
        ],
    ),
    (
        b'M',
        &[
            "{\"role\":\"user\",\"content\":$T}",
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[$A]$D},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K$D}",
            "{\"role\":\"assistant\",\"tool_calls\":[$A,$A]},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K},{\"tool_call_id\":$I,\"content\":$K,\"role\":\"tool\"}",
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[$A]$D},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K$D}",
            "{\"role\":\"assistant\",\"tool_calls\":[$A,$A]},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K},{\"tool_call_id\":$I,\"content\":$K,\"role\":\"tool\"}",
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[$A]$D},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K$D}",
            "{\"role\":\"assistant\",\"tool_calls\":[$A,$A]},{\"role\":\"tool\",\"tool_call_id\":$I,\"content\":$K},{\"tool_call_id\":$I,\"content\":$K,\"role\":\"tool\"}",
            "{\"role\":\"tool\",\"content\":$K}",
            "$V",
        ],
    ),
    (
        b'A',
        &[
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"type\":\"function\",\"function\":{\"name\":$N}}",
            "{\"id\":$I,\"custom\":{\"name\":$N}}",
            "$V",
        ],
    ),
    (b'K', &["$T", "$T", "$T", "$T", "$T", "$T", "$T", "[$Q]", "[]", "$V"]),
    (
        b'P',
        &[
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"text\":$T,\"type\":\"text\"$D}",
            "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}$C}",
            "{\"type\":\"file\",\"file\":$V}",
            "$V",
        ],
    ),
];

const RESPONSES: Grammar = &[
    (
        b'S',
        &[
            "{\"input\":[$L]}",
            "{\"input\":[$L]}",
            "{\"input\":[$L]}",
            "{\"input\":[$L]}",
            "{\"input\":[$L]}",
            "{\"input\":[$L]}",
            "{\"previous_response_id\":\"r\",\"input\":[$L]}",
            "{\"input\":$T}",
            "{\"input\":[$L],\"conversation\":$V}",
        ],
    ),
    (
        b'M',
        &[
            "{\"role\":\"user\",\"content\":$T}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N,\"arguments\":$T$D},{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K$D}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N},$M,{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N,\"arguments\":$T$D},{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K$D}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N},$M,{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N,\"arguments\":$T$D},{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K$D}",
            "{\"type\":\"function_call\",\"call_id\":$I,\"name\":$N},$M,{\"type\":\"function_call_output\",\"call_id\":$I,\"output\":$K}",
            "{\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":$T}",
            "{\"type\":\"custom_tool_call\",\"call_id\":$I,\"input\":$T},{\"type\":\"custom_tool_call_output\",\"call_id\":$I,\"output\":$T}",
            "{\"output\":$K,\"call_id\":$I,\"type\":\"function_call_output\"}",
            "{\"type\":\"computer_call\",\"call_id\":$I},{\"type\":\"computer_call_output\",\"call_id\":$I,\"output\":{\"type\":\"computer_screenshot\",\"image_url\":$T}}",
            "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[$Q]}",
            "$V",
        ],
    ),
    (b'K', &["$T", "$T", "$T", "$T", "$T", "$T", "$T", "[$Q]", "[]", "$V"]),
    (
        b'P',
        &[
            "{\"type\":\"input_text\",\"text\":$T}",
            "{\"type\":\"input_text\",\"text\":$T}",
            "{\"type\":\"input_text\",\"text\":$T}",
            "{\"type\":\"input_text\",\"text\":$T}",
            "{\"type\":\"output_text\",\"text\":$T,\"prompt_cache_breakpoint\":{}}",
            "{\"type\":\"input_image\",\"image_url\":\"data:image\\/png;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
            "{\"type\":\"input_file\",\"file_data\":$T$D}",
            "$V",
        ],
    ),
];

const ANTHROPIC: Grammar = &[
    (
        b'S',
        &[
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"messages\":[$L]}",
            "{\"system\":$V,\"messages\":[$L]}",
            "{\"messages\":[$L],\"context_management\":{\"edits\":[$V,{\"type\":\"clear_tool_uses_20250919\"}]}}",
        ],
    ),
    (
        b'M',
        &[
            "{\"role\":\"user\",\"content\":$T}",
            "{\"role\":\"assistant\",\"content\":[$A]},{\"role\":\"user\",\"content\":[$R$D]}",
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":$T,\"signature\":\"s\"},$A,$A]},{\"role\":\"user\",\"content\":[$R,$R,$P]}",
            "{\"role\":\"assistant\",\"content\":[$A]},{\"role\":\"user\",\"content\":[$R$D]}",
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":$T,\"signature\":\"s\"},$A,$A]},{\"role\":\"user\",\"content\":[$R,$R,$P]}",
            "{\"role\":\"assistant\",\"content\":[$A]},{\"role\":\"user\",\"content\":[$R$D]}",
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":$T,\"signature\":\"s\"},$A,$A]},{\"role\":\"user\",\"content\":[$R,$R,$P]}",
            "{\"content\":[$R,$A],\"role\":\"assistant\"}",
            "{\"role\":\"system\",\"content\":[$Q]}",
            "$V",
        ],
    ),
    (b'D', &["", "", "", ",$V", ""]),
    (
        b'A',
        &[
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"tool_use\",\"id\":$I,\"name\":$N,\"input\":{}}",
            "{\"type\":\"server_tool_use\",\"id\":$I,\"name\":$N,\"input\":$V}",
            "$P",
        ],
    ),
    (
        b'R',
        &[
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K$E$C}",
            "{\"tool_use_id\":$I$E,\"content\":$K,\"type\":\"tool_result\"}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I}",
            "{\"type\":\"tool_result\",\"tool_use_id\":$I,\"content\":$K,\"content\":$K}",
            "$P",
        ],
    ),
    (b'E', &["", ",\"is_error\":true", ",\"is_error\":false", ",\"is_error\":$V"]),
    (b'K', &["$T", "$T", "$T", "$T", "$T", "$T", "$T", "[$Q]", "[$Q]", "[]", "$V"]),
    (
        b'P',
        &[
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"type\":\"text\",\"text\":$T$C}",
            "{\"text\":$T,\"type\":\"text\"}",
            "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}$C}",
            "{\"source\":{\"data\":$T,\"media_type\":$T},\"type\":\"document\"}",
            "{\"type\":\"search_result\",\"source\":$T,\"title\":$T,\"content\":[{\"type\":\"text\",\"text\":$T},{\"type\":\"text\",\"text\":$T}]$C}",
            "$V",
        ],
    ),
];

const GEMINI: Grammar = &[
    (
        b'S',
        &[
            "{\"contents\":[$L]}",
            "{\"contents\":[$L]}",
            "{\"contents\":[$L]}",
            "{\"contents\":[$L]}",
            "{\"contents\":[$L]}",
            "{\"contents\":[$L]}",
            "{\"cachedContent\":\"c\",\"contents\":[$L]}",
            "{\"system_instruction\":$V,\"contents\":[$L]}",
        ],
    ),
    (
        b'M',
        &[
            "{\"role\":\"user\",\"parts\":[{\"text\":$T}]}",
            "{\"role\":\"model\",\"parts\":[$A]},{\"role\":\"user\",\"parts\":[$R]}",
            "{\"role\":\"model\",\"parts\":[{\"text\":$T,\"thought\":true},$A,$A]},{\"parts\":[$R,$R]}",
            "{\"role\":\"model\",\"parts\":[$A]},{\"role\":\"user\",\"parts\":[$R]}",
            "{\"role\":\"model\",\"parts\":[{\"text\":$T,\"thought\":true},$A,$A]},{\"parts\":[$R,$R]}",
            "{\"role\":\"model\",\"parts\":[$A]},{\"role\":\"user\",\"parts\":[$R]}",
            "{\"role\":\"model\",\"parts\":[{\"text\":$T,\"thought\":true},$A,$A]},{\"parts\":[$R,$R]}",
            "{\"parts\":[$R,$A],\"role\":$V}",
            "{\"role\":\"function\",\"parts\":[$R]}",
            "$V",
        ],
    ),
    (
        b'A',
        &[
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"functionCall\":{\"name\":$N,\"args\":{\"s\":$V}}}",
            "{\"function_call\":{\"id\":$I,\"name\":$N},\"thoughtSignature\":\"s\"}",
            "{\"functionCall\":{\"name\":$N},\"function_call\":{\"name\":$N}}",
            "$V",
        ],
    ),
    (
        b'R',
        &[
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"functionResponse\":{\"name\":$N,\"response\":$K}}",
            "{\"function_response\":{\"response\":$K,\"name\":$N,\"id\":$I}}",
            "{\"functionResponse\":{\"id\":$I,\"name\":$N,\"response\":$K,\"parts\":[{\"inlineData\":{\"data\":$T}}]}}",
            "{\"functionResponse\":{\"response\":$K,\"response\":$K}}",
            "{\"functionResponse\":{\"id\":$I,\"parts\":[{\"fileData\":{\"fileUri\":$T}},{\"inline_data\":{}}],\"name\":$N,\"response\":$K}}",
            "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":$T}}",
            "{\"text\":$T}",
            "$V",
        ],
    ),
    (
        b'K',
        &[
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{\"output\":$T}",
            "{$O}",
            "{}",
            "$V",
        ],
    ),
    (
        b'O',
        &[
            "\"result\":$T",
            "\"error\":$T,$O",
            "\"a/b~\\\"\":[$T,{$O}]",
            "\"status\":\"error\",$O",
            "\"n\":$V,$O",
            "\"error\":null,$O",
        ],
    ),
];
