//! Generated results of a request, and what must be true of their pointers. Plain tests and the libFuzzer target share it.

use tamis_core::dedupe::{Keep, Reference, Rendered, Repeatable, Repeats, Sent, restore};

/// Where the choices of a case come from.
pub trait Choices {
    /// In `0..limit`.
    fn below(&mut self, limit: u32) -> u32;

    /// True once in `count` times.
    fn once(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }
}

/// One result, with texts of its own.
#[derive(Debug)]
pub struct Owned {
    pub text: String,
    pub message: u32,
    pub call_id: Option<String>,
    pub tool_name: Option<String>,
    pub path: Option<String>,
    pub is_fixed: bool,
}

/// Results of one request, and which of them are masked.
#[derive(Debug)]
pub struct Case {
    pub results: Vec<Owned>,
    pub masked: Vec<bool>,
    pub keep: Keep,
}

const SHORT_LINES: [&str; 5] = [
    "",
    "}",
    "⟨ Reference: See message #1 for lines 1–4 of call_0 ⟩",
    "⟨ File content already provided above ⟩",
    "12:30:01 late",
];
const DELIMITERS: [&str; 4] = ["→", "\t", ":", " |"];

/// A case of up to eight results, made of parts of one file.
pub fn make_case(choices: &mut impl Choices) -> Case {
    let file: Vec<String> = (0..30).map(|_| make_line(choices)).collect();
    let mut results: Vec<Owned> = Vec::new();
    for index in 0..=choices.below(8) {
        let earlier = (index > 0 && choices.once(5)).then(|| choices.below(index));
        let text = match earlier {
            None => make_text(choices, &file),
            Some(earlier) => make_part(choices, &results[earlier as usize].text),
        };
        results.push(Owned {
            text,
            message: index + (index >> 1),
            call_id: (!choices.once(10)).then(|| format!("call_{index}")),
            tool_name: (!choices.once(10)).then(|| "Read".to_owned()),
            path: (!(earlier.is_none() && choices.once(2))).then(|| format!("/f{}", earlier.unwrap_or(index) % 3)),
            is_fixed: choices.once(10),
        });
    }
    let masked = results.iter().map(|_| choices.once(4)).collect();
    Case { results, masked, keep: if choices.once(4) { Keep::Newest } else { Keep::First } }
}

fn make_line(choices: &mut impl Choices) -> String {
    if choices.once(6) {
        return SHORT_LINES[choices.below(5) as usize].to_owned();
    }
    let letter = (b'a' + choices.below(8) as u8) as char;
    if choices.once(12) {
        "é漢😀".repeat(8)
    } else {
        letter.to_string().repeat(20 + 20 * choices.below(3) as usize)
    }
}

/// All of a text, or some of its lines.
fn make_part(choices: &mut impl Choices, text: &str) -> String {
    if choices.once(2) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let from = choices.below(lines.len() as u32) as usize;
    let count = 4 + choices.below(20) as usize;
    lines[from..lines.len().min(from + count)].join("\n")
}

fn make_text(choices: &mut impl Choices, file: &[String]) -> String {
    let mut lines = Vec::new();
    for _ in 0..=choices.below(3) {
        let from = choices.below(20) as usize;
        let to = file.len().min(from + choices.below(25) as usize);
        let is_numbered = choices.once(2);
        let shift = if choices.once(2) { 1 } else { 1 + choices.below(30) as usize };
        let width = [0, 6, 3][choices.below(3) as usize];
        let zeros = choices.once(5);
        let delimiter = DELIMITERS[if choices.once(3) { choices.below(4) as usize } else { 0 }];
        for (at, line) in file[from..to].iter().enumerate() {
            let number = shift + from + at;
            lines.push(match (is_numbered, zeros) {
                (false, _) => line.clone(),
                (true, false) => format!("{number:width$}{delimiter}{line}"),
                (true, true) => format!("{number:0width$}{delimiter}{line}"),
            });
        }
        if choices.once(3) {
            lines.push(format!("new line {}", choices.below(1000)));
        }
    }
    lines.join("\n")
}

impl Case {
    /// The results as the finder takes them.
    pub fn repeatables(&self) -> Vec<Repeatable<'_>> {
        self.results.iter().map(Owned::repeatable).collect()
    }
}

impl Owned {
    fn repeatable(&self) -> Repeatable<'_> {
        Repeatable {
            text: self.text.as_bytes(),
            message: self.message,
            call_id: self.call_id.as_deref(),
            tool_name: self.tool_name.as_deref(),
            path: self.path.as_deref(),
            is_fixed: self.is_fixed,
        }
    }
}

/// The results that change.
pub fn render(case: &Case) -> Vec<Rendered> {
    Repeats::find(&case.repeatables()).render(|index| case.masked[index], case.keep)
}

/// Panics, as fuzzers expect, if the pointers of a case break a guarantee. Returns the number of pointers.
pub fn check(case: &Case) -> usize {
    let rendered = render(case);
    let mut texts: Vec<Option<&[u8]>> = case.results.iter().map(|result| Some(result.text.as_bytes())).collect();
    let mut references: Vec<&[Reference]> = vec![&[]; texts.len()];
    for one in &rendered {
        let before = &case.results[one.result];
        assert!(!before.is_fixed && !case.masked[one.result], "only what may change changes: {case:?}");
        assert!(one.text.len() < before.text.len(), "a pointer is shorter: {case:?}");
        texts[one.result] = Some(&one.text);
        references[one.result] = &one.references;
    }
    for (text, _) in texts.iter_mut().zip(&case.masked).filter(|(_, masked)| **masked) {
        *text = None;
    }
    let sent: Vec<_> = texts.iter().zip(&references).map(|(&text, &references)| Sent { text, references }).collect();
    let restored = restore(&sent);
    for one in &rendered {
        let original = Some(case.results[one.result].text.as_bytes());
        assert_eq!(restored[one.result].as_deref(), original, "an original comes back: {case:?}");
    }
    let mut again = case.repeatables();
    for (result, text) in again.iter_mut().zip(&texts) {
        result.text = text.unwrap_or(b"[masked]");
    }
    let twice = Repeats::find(&again).render(|index| case.masked[index], case.keep);
    assert_eq!(twice, [], "rendered once is rendered for good: {case:?}");
    rendered.iter().map(|one| one.references.len()).sum()
}

/// Choices by a fuzzer's bytes; all 0 behind their end.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Choices for Bytes<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        let mut byte = || u32::from(self.0.next().copied().unwrap_or(0));
        let value = if limit > 256 { byte() << 8 | byte() } else { byte() };
        value % limit
    }
}

/// Checks the case that a fuzzer's bytes choose, as [`check`] does.
pub fn check_bytes(data: &[u8]) -> usize {
    check(&make_case(&mut Bytes(data.iter())))
}
