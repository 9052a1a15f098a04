use super::*;
use crate::json::text::{Text, push_escaped};
use proptest::prelude::*;

/// Ten lines of 40 bytes, all different.
fn code() -> Vec<String> {
    (0..10).map(|at| format!("const name_{at} = {};", "x".repeat(22))).collect()
}

fn texts(results: &[Repeatable<'_>], masked: &[usize]) -> Vec<(usize, String)> {
    let rendered = Repeats::find(results).render(|index| masked.contains(&index), Keep::First);
    rendered.into_iter().map(|one| (one.result, String::from_utf8_lossy(&one.text).into_owned())).collect()
}

fn result<'a>(text: &'a str, message: u32, call_id: &'a str) -> Repeatable<'a> {
    Repeatable {
        text: text.as_bytes(),
        message,
        call_id: Some(call_id),
        tool_name: Some("Bash"),
        ..Repeatable::default()
    }
}

#[test]
fn a_text_points_to_the_first_one_that_is_visible() {
    let text = code().join("\n");
    let results = [result(&text, 2, "a"), result(&text, 4, "b"), result(&text, 6, "c")];
    let pointer =
        |message: u32, id: &str| format!("⟨ Reference: See message #{message} for the result of Bash ({id}) ⟩");
    assert_eq!(texts(&results, &[]), [(1, pointer(2, "a")), (2, pointer(2, "a"))]);
    assert_eq!(texts(&results, &[0]), [(2, pointer(4, "b"))]);
}

#[test]
fn a_file_with_a_new_first_line_keeps_it_and_the_first_new_number() {
    let number = |lines: &[String]| {
        let lines = lines.iter().zip(1..).map(|(line, number)| format!("{number:6}→{line}"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (old, new) = (number(&code()), number(&[vec!["// new".to_owned()], code()].concat()));
    let read = |text, message, id| Repeatable { path: Some("/a"), ..result(text, message, id) };
    let expected = format!("     1→// new\n     2→{}\n⟨ Reference: See message #2 for lines 2–10 of a ⟩", code()[0]);
    assert_eq!(texts(&[read(&old, 2, "a"), read(&new, 4, "b")], &[]), [(1, expected)]);
    let file = FILE_POINTER.to_owned();
    assert_eq!(texts(&[read(&old, 2, "a"), read(&old, 4, "b")], &[]), [(1, file)]);
}

/// With such a hash every line may be equal to every other.
#[test]
fn equal_hashes_of_unequal_lines_replace_nothing_wrong() {
    let (first, second) = (code().join("\n"), code().join("\n").replace('x', "y"));
    let results = [result(&first, 2, "a"), result(&second, 4, "b")];
    for hash in [|_: &[u8], _| 1, |line: &[u8], _| line.len() as u64 + 1] {
        let texts: Vec<&[u8]> = results.iter().map(|result| result.text).collect();
        let lines = LineTable::of(&texts, hash);
        let repeats = Repeats::new(texts, lines, results.as_slice());
        assert_eq!(repeats.render(|_| false, Keep::First), []);
    }
}

/// The lines of `texts` as JSON spells them.
fn json_lines(texts: &[Vec<u8>]) -> LineTable {
    let mut lines = LineTable::new(Spelling::Json, texts.len(), 0);
    for text in texts {
        assert_eq!(lines.push(text, hash_of_line), Ok(()));
    }
    lines
}

fn decoded(json: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Text::new(json, crate::Level::detect()).decode_into(&mut out);
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// What is compared as a body spells it gives the pointers that decoded texts give.
    #[test]
    fn a_spelling_changes_no_pointer(
        file in prop::collection::vec(
            prop_oneof![
                4 => r#"[a-z "\\\t\x1b/é]{0,40}"#, 2 => "[x😀]{30,70}", 1 => "( {0,6}|0)[0-9]{1,8}(→|\t|:| \\|)[a-c]{0,9}",
                1 => Just("⟨ Reference: See message #1 for lines 1–4 of c ⟩".to_owned()),
            ],
            8..30,
        ),
        parts in prop::collection::vec((0..20_usize, 1..30_usize, prop::option::of(1..100_usize)), 2..7),
        masked in 0..32_u32,
        newest in any::<bool>(),
    ) {
        let text = |&(from, count, first): &(usize, usize, Option<usize>)| {
            let lines = file.iter().skip(from % file.len()).take(count).enumerate();
            let line = |(at, line): (usize, &String)| {
                first.map_or_else(|| line.clone(), |first| format!("{:4}\t{line}", first + at))
            };
            lines.map(line).collect::<Vec<_>>().join("\n")
        };
        let texts: Vec<String> = parts.iter().map(text).collect();
        let results: Vec<_> = texts.iter().zip(0..).map(|(text, at)| result(text, at, "call")).collect();
        let spelled: Vec<Vec<u8>> = texts.iter().map(|text| {
            let mut out = Vec::new();
            push_escaped(text, &mut out);
            out
        }).collect();
        let in_json = spelled.iter().map(Vec::as_slice).collect();
        let in_json = Repeats::new(in_json, json_lines(&spelled), results.as_slice());
        let keep = if newest { Keep::Newest } else { Keep::First };
        let is_masked = |at: usize| masked >> at & 1 == 1;
        let mut found = in_json.render(is_masked, keep);
        for one in &mut found {
            one.text = decoded(&one.text);
        }
        prop_assert_eq!(found, Repeats::find(&results).render(is_masked, keep));
    }
}

#[test]
fn texts_in_another_spelling_are_refused_wherever_they_are() {
    for room in [lines::MAX_LINES, 4, 0] {
        let mut table = LineTable::new(Spelling::Json, 2, 0);
        if let Some(feeds) = (lines::MAX_LINES - room).checked_sub(1) {
            table.push(&br"a\n".repeat(feeds), hash_of_line).unwrap();
        } else {
            table.push(b"", hash_of_line).unwrap();
        }
        for rare in [r"\/", r"\u00e9", r"\u000a", r"\u001B", r"\u0008", r"\ud83d\ude00", r"\u0020"] {
            let text = format!(r"a\n\\u00e9\n{rare}\nb");
            assert_eq!(table.push(text.as_bytes(), hash_of_line), Err(lines::NotCanonical), "{rare} {room}");
        }
        let usual = r#"a\n\\u00e9\\/\"/\b\f\r\t\u001b\u001f\u0000\u000b\u0007"#;
        assert_eq!(table.push(usual.as_bytes(), hash_of_line), Ok(()), "{room}");
        assert_eq!(table.entries(1).len(), if room == 0 { 0 } else { 3 }, "{room}");
    }
}
