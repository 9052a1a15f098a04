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

fn brief(results: &[Repeatable<'_>], keep: Keep) -> Vec<(usize, String)> {
    let rendered = Repeats::find_worded(results, Wording::Brief).render(|_| false, keep);
    rendered.into_iter().map(|one| (one.result, String::from_utf8_lossy(&one.text).into_owned())).collect()
}

fn numbered(lines: &[String], first: usize) -> String {
    let lines = lines.iter().zip(first..).map(|(line, number)| format!("{number:6}→{line}"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn brief_pointers_name_files_lines_and_tools() {
    let read = |text, message, id| Repeatable { path: Some("/a"), ..result(text, message, id) };
    let (old, new) = (numbered(&code(), 1), numbered(&[vec!["// new".to_owned()], code()].concat(), 1));
    let first = &code()[0];
    let named = format!("     1→// new\n     2→{first}\n[see above: lines 2-10 of this file with `{}`]", code()[1]);
    assert_eq!(brief(&[read(&old, 2, "a"), read(&new, 4, "b")], Keep::First), [(1, named)]);
    let file = "[see above: same file, unchanged]".to_owned();
    assert_eq!(brief(&[read(&old, 2, "a"), read(&old, 4, "b")], Keep::First), [(1, file)]);

    let quoted = |what: &str| format!("[see above: Bash result that {what} `{first}`]");
    let text = code().join("\n");
    let results = [result(&text, 2, "a"), result(&text, 4, "b")];
    assert_eq!(brief(&results, Keep::First), [(1, quoted("begins"))]);
    assert_eq!(brief(&results, Keep::Newest), [(0, quoted("begins").replace("above", "below"))]);
    let more = format!("first\n{text}\nlast");
    let lines = format!("first\n[see above: 10 lines of Bash result from `{first}` on]\nlast");
    assert_eq!(brief(&[result(&text, 2, "a"), result(&more, 4, "b")], Keep::First), [(1, lines)]);
    // Two versions of one file: its lines alone would not say which.
    let other = numbered(&[vec!["// other".to_owned()], code()[..3].to_vec()].concat(), 1);
    let quote = format!("[see above: lines 2-10 of this file with `{}`]", code()[1]);
    let found = brief(&[read(&old, 2, "a"), read(&other, 3, "b"), read(&new, 4, "c")], Keep::First);
    assert!(found.iter().any(|(_, text)| text.ends_with(&quote)), "{found:?}");
}

#[test]
fn a_quote_is_found_however_often_a_text_is_sent_again() {
    let text = code().join("\n");
    let results: Vec<_> = (0..20_000).map(|at| result(&text, at, "a")).collect();
    assert_eq!(brief(&results, Keep::First).len(), results.len() - 1);
}

#[test]
fn a_last_line_that_stands_elsewhere_too_is_not_quoted() {
    let brackets: Vec<String> = (0..12).map(|at| "}".repeat(at + 30)).collect();
    let text = |last: &str| format!("{}\nconst shared = all();\n{last}", brackets.join("\n"));
    let (one, other) = (text("one"), text("other"));
    let again = "const shared = all();\nnothing of that";
    let pointer = "[see above: 13 lines of Bash result around `const shared = all();`]\nother".to_owned();
    assert_eq!(brief(&[result(&one, 2, "a"), result(&other, 4, "b")], Keep::First), [(1, pointer)]);
    assert_eq!(brief(&[result(again, 1, "z"), result(&one, 2, "a"), result(&other, 4, "b")], Keep::First), []);
}

#[test]
fn a_line_whose_number_was_left_out_has_the_number_that_follows_from_those_that_stay() {
    let lines: Vec<String> = (0..40).map(|at| format!("const name_{at} = {};", "x".repeat(22))).collect();
    let show = |(line, number): (&String, usize)| {
        if number == 7 || number % 10 == 0 { format!("{number}→{line}") } else { line.clone() }
    };
    let thinned = lines.iter().zip(7..).map(show).collect::<Vec<_>>().join("\n");
    let shell = lines[14..24].join("\n");
    let read = Repeatable { path: Some("/a"), ..result(&thinned, 2, "a") };
    let found = brief(&[read, result(&format!("x\n{}", lines[5..13].join("\n")), 4, "b")], Keep::First);
    let expected = format!("x\n[see above: lines 12-19 of /a with `{}`]", lines[5]);
    assert_eq!(found, [(1, expected)]);
    assert_eq!(brief(&[read, result(&shell.replace("name_", "other_"), 4, "b")], Keep::First), []);
}

#[test]
fn a_brief_pointer_has_fewer_tokens_than_its_text() {
    let blank = format!("{}\n", " ".repeat(60)).repeat(5) + "some words of it";
    let results = [result(&blank, 2, "a"), result(&blank, 4, "b")];
    assert_eq!(texts(&results, &[]).len(), 1);
    assert_eq!(brief(&results, Keep::First), []);
}

/// With such a hash every line may be equal to every other.
#[test]
fn equal_hashes_of_unequal_lines_replace_nothing_wrong() {
    let (first, second) = (code().join("\n"), code().join("\n").replace('x', "y"));
    let results = [result(&first, 2, "a"), result(&second, 4, "b")];
    for hash in [|_: &[u8], _| 1, |line: &[u8], _| line.len() as u64 + 1] {
        let texts: Vec<&[u8]> = results.iter().map(|result| result.text).collect();
        let lines = LineTable::of(&texts, hash);
        let repeats = Repeats::new(texts, lines, results.as_slice(), Wording::Seed);
        assert_eq!(repeats.render(|_| false, Keep::First), []);
    }
}

/// The lines of `texts` as JSON spells them.
fn json_lines(texts: &[Vec<u8>]) -> LineTable {
    let mut lines = LineTable::new(Spelling::Json);
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
        let in_json = Repeats::new(in_json, json_lines(&spelled), results.as_slice(), Wording::Seed);
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
        let mut table = LineTable::new(Spelling::Json);
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
