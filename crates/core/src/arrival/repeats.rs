//! Runs of equal lines.

/// Whether it may apply.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    text.contains(&b'\n')
}

/// A run of at least four equal lines becomes one and a count.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if text.contains("[the line above ") {
        return false;
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let runs: Vec<&[&str]> = lines.chunk_by(|a, b| a == b).collect();
    let parts: Vec<String> = runs
        .iter()
        .flat_map(|run| match run {
            [line, _, _, _, ..] => vec![(*line).to_owned(), format!("[the line above {} times]", run.len())],
            lines => lines.iter().map(|line| (*line).to_owned()).collect(),
        })
        .collect();
    out.push_str(&parts.join("\n"));
    out.len() < text.len()
}
