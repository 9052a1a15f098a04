use super::*;

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
    for hash in [|_: &[u8]| 1, |line: &[u8]| line.len() as u64 + 1] {
        let lines = LineTable::read(results.iter().map(|result| result.text), hash);
        let repeats =
            Repeats { classes: Classes::find(&lines), wholes: Wholes::find(&results), lines, results: &results };
        assert_eq!(repeats.render(|_| false, Keep::First), []);
    }
}
