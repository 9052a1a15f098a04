//! Compares every level with the scalar one, and that with naive code.

use super::*;
use proptest::prelude::*;

fn positions(level: Level, body: &[u8]) -> (Vec<u32>, Option<usize>, bool) {
    let mut state = Structure::default();
    let mut marks = Marks::default();
    let mut all = Vec::new();
    while state.offset < body.len() {
        mark_chunk(level, body, &mut state, &mut marks);
        all.extend_from_slice(marks.positions.as_slice());
        assert_bytes(&marks.positions, body);
    }
    (all, state.error, state.in_string())
}

/// Checks the byte at each position, the words of eight bytes, and the zeros behind the last.
fn assert_bytes(positions: &Positions, body: &[u8]) {
    let offsets = positions.as_slice();
    let bytes: Vec<u8> = offsets.iter().map(|&offset| body[offset as usize]).chain([0; 8]).collect();
    let mut next = positions.start();
    for (at, &offset) in offsets.iter().enumerate() {
        assert_eq!((next.offset(), next.byte(), next.is_empty()), (offset, bytes[at], false));
        assert_eq!(next.word().to_le_bytes(), bytes[at..at + 8]);
        assert_eq!(next.offsets().map(|&[first, ..]: &[u32; 5]| first), Some(offset));
        next = next.after(1);
    }
    assert_eq!((next.is_empty(), next.word()), (true, 0));
}

/// The naive version: one byte at a time, the state spelled out.
fn naive_positions(body: &[u8]) -> Vec<u32> {
    let (mut in_string, mut escaped, mut in_scalar) = (false, false, false);
    let mut found = Vec::new();
    for (at, &byte) in body.iter().enumerate() {
        let was_escaped = core::mem::take(&mut escaped);
        escaped = byte == b'\\' && !was_escaped;
        if byte == b'"' && !was_escaped {
            in_string = !in_string;
            in_scalar = false;
            found.push(at as u32);
        } else if !in_string {
            let operator = matches!(byte, b'{' | b'}' | b'[' | b']' | b':' | b',' | 0x0C | 0x1A);
            let scalar = !operator && !matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            if operator || (scalar && !in_scalar) {
                found.push(at as u32);
            }
            in_scalar = scalar;
        }
    }
    found
}

/// Text that is rich in bytes of structure.
fn jsonish() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("\"".to_owned()),
        Just("\\".to_owned()),
        Just("\\\"".to_owned()),
        Just("\\u00e9".to_owned()),
        Just("\\ud83d\\ude00".to_owned()),
        "[{}\\[\\]:, \t\r\n]{1,4}",
        "[a-z0-9.]{1,70}",
        "[é€😀\u{80}\u{1}]{1,9}",
        Just("x".repeat(64)),
    ];
    prop::collection::vec(piece, 0..400).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn every_level_marks_what_the_scalar_marks(mut body in jsonish(), broken in prop::option::of((any::<prop::sample::Index>(), any::<u8>()))) {
        if let (Some((at, byte)), false) = (broken, body.is_empty()) {
            let at = at.index(body.len());
            body[at] = byte;
        }
        let expected = positions(Level::SCALAR, &body);
        prop_assert_eq!(&expected.0, &naive_positions(&body));
        for level in Level::available() {
            prop_assert_eq!(&positions(level, &body), &expected, "{}", level.name());
        }
    }

    #[test]
    fn counts_the_chars_that_javascript_counts(text in "[a-zé€😀\\x00-\\x1f\"\\\\]{0,300}", ascii in any::<bool>()) {
        let json = serde_json::to_string(&text).unwrap();
        let json = if ascii { escape_non_ascii(&json) } else { json };
        let raw = &json.as_bytes()[1..json.len() - 1];
        for level in Level::available() {
            prop_assert_eq!(count_chars(level, raw), text.encode_utf16().count(), "{}", level.name());
        }
    }
}

fn escape_non_ascii(json: &str) -> String {
    json.encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
            _ => format!("\\u{unit:04x}"),
        })
        .collect()
}

#[test]
fn checks_utf8_across_chunks() {
    let table: [(&[u8], Option<usize>); 6] = [
        ("é".as_bytes(), None),
        ("😀".as_bytes(), None),
        (&[0xC3], Some(0)),
        (&[0xC3, b'x'], Some(0)),
        (&[0x80], Some(0)),
        (&[0xF0, 0x9F, 0x98], Some(0)),
    ];
    for (sequence, bad) in table {
        for before in (0..70).chain(CHUNK_BYTES - 8..CHUNK_BYTES + 8).chain(2 * CHUNK_BYTES - 4..2 * CHUNK_BYTES + 4) {
            for after in [0, 1, 100, CHUNK_BYTES] {
                let mut body = vec![b'x'; before];
                body.extend_from_slice(sequence);
                body.resize(body.len() + after, b'x');
                for level in Level::available() {
                    let (_, error, _) = positions(level, &body);
                    assert_eq!(error, bad.map(|at| before + at), "{sequence:x?} at {before} then {after}");
                }
            }
        }
    }
}

#[test]
fn a_chunk_has_room_for_a_position_at_every_byte() {
    for level in Level::available() {
        for length in [CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES] {
            let (found, ..) = positions(level, &vec![b'['; length]);
            assert_eq!(found.len(), length, "{}", level.name());
        }
    }
}

/// Beginnings of lines and last bytes of names, as lists of words give them.
const LINES: [&[u8]; 5] = [b"error", b"Fatal", b"panic", b"Traceback", b"[clipped"];
const NAMES: [&[u8]; 2] = [b"error", b"exception"];
/// The same lists with more words, which begin or end in other bytes: a letter, a digit, another ASCII byte.
const MORE_LINES: [&[u8]; 8] = [LINES[0], LINES[1], LINES[2], LINES[3], LINES[4], b"Oops", b"404", b"!!!"];
const MORE_NAMES: [&[u8]; 3] = [NAMES[0], NAMES[1], b"FAULT"];

struct Short;
struct Extended;

impl HintBytes for Short {
    const LINE_STARTS: &'static LineStarts = &LineStarts::EMPTY.with_all(&LINES);
    const NAME_ENDS: ByteSet = ByteSet::last_of(&NAMES);
}

impl HintBytes for Extended {
    const LINE_STARTS: &'static LineStarts = &LineStarts::EMPTY.with_all(&MORE_LINES);
    const NAME_ENDS: ByteSet = ByteSet::last_of(&MORE_NAMES);
}

fn hints<H: HintBytes>(level: Level, raw: &[u8]) -> Vec<usize> {
    let mut hints = Vec::new();
    any_hint::<H>(level, raw, &mut |at| {
        hints.push(at);
        false
    });
    hints
}

/// Finds hints the naive way.
fn naive_hints(raw: &[u8], lines: &[&[u8]], names: &[&[u8]]) -> Vec<usize> {
    let at = |at: usize| raw.get(at).copied().unwrap_or(0).to_ascii_lowercase();
    let is_hint = |&place: &usize| {
        let firsts = |line: &&[u8]| line[0].to_ascii_lowercase() == at(place);
        let same = |offset: usize| {
            let is_same = move |line: &&[u8]| line[offset] % 32 == raw[place + offset] % 32;
            lines.iter().filter(|line| firsts(line)).any(is_same)
        };
        let begins =
            place > 1 && place + 2 < raw.len() && at(place - 2) == b'\\' && at(place - 1) == b'n' && same(1) && same(2);
        let ends = |name: &&[u8]| name[name.len() - 1].to_ascii_lowercase() == at(place - 1);
        begins || (place > 0 && at(place) == b':' && names.iter().any(ends))
    };
    (0..raw.len()).filter(is_hint).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn finds_the_hints_of_the_naive_search(raw in r"([a-z\\]{0,60}|\\n|\\n(\[c|!!|4|O|ER|fat|pan)|[EFPT]|[nrtNRT]:|é){0,20}") {
        let raw = raw.as_bytes();
        for level in Level::available() {
            prop_assert_eq!(hints::<Short>(level, raw), naive_hints(raw, &LINES, &NAMES), "{}", level.name());
            prop_assert_eq!(hints::<Extended>(level, raw), naive_hints(raw, &MORE_LINES, &MORE_NAMES), "{}", level.name());
        }
    }
}

#[test]
fn a_word_added_to_the_list_is_found_at_every_place_of_a_block() {
    for place in 0..130 {
        for (word, level) in
            MORE_LINES.iter().flat_map(|word| Level::available().into_iter().map(move |level| (word, level)))
        {
            let raw = [&b".".repeat(place), &br"\n"[..], word].concat();
            let is_new = !LINES.contains(word);
            assert_eq!(hints::<Extended>(level, &raw), [place + 2], "{} {place}", level.name());
            assert_eq!(hints::<Short>(level, &raw).is_empty(), is_new, "{} {place}", level.name());
        }
        for level in Level::available() {
            let raw = [&b".".repeat(place), &b"fault:"[..]].concat();
            assert_eq!(hints::<Extended>(level, &raw), [place + 5], "{} {place}", level.name());
            assert!(hints::<Short>(level, &raw).is_empty(), "{} {place}", level.name());
        }
    }
}

proptest! {
    #[test]
    fn places_are_where_the_bytes_are(
        runs in prop::collection::vec((prop::sample::select(b"\0\n\x1f !\"#\\x\x80\xff".to_vec()), 1..90_usize), 0..60),
    ) {
        let text: Vec<u8> = runs.into_iter().flat_map(|(byte, count)| vec![byte; count]).collect();
        let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
        let expected = |is: &dyn Fn(u8) -> bool| -> Vec<usize> { (0..text.len()).filter(|&at| is(text[at])).collect() };
        for level in Level::available() {
            let places = |sought| Places::new(level, &text, sought).collect::<Vec<_>>();
            prop_assert_eq!(places(Sought::Special), expected(&is_special));
            for byte in *b"\0\n\\x" {
                prop_assert_eq!(places(Sought::Byte(byte)), expected(&|other| other == byte));
            }
        }
    }

    #[test]
    fn escaped_feeds_are_where_a_walk_over_escapes_finds_them(
        parts in prop::collection::vec(prop_oneof![
            4 => r"[a-z/é]{0,70}", 3 => r"(\\\\){0,70}", 2 => r"(\\n){1,40}", 1 => r"\\[utbr/]",
        ], 0..12),
    ) {
        let raw = parts.concat().into_bytes();
        let (mut feeds, mut rare, mut at) = (Vec::new(), false, 0);
        while at < raw.len() {
            let escaped = raw.get(at + 1).filter(|_| raw[at] == b'\\');
            rare |= matches!(escaped, Some(b'u' | b'/'));
            feeds.extend(escaped.filter(|&&byte| byte == b'n').map(|_| at + 1));
            at += if escaped.is_some() { 2 } else { 1 };
        }
        for level in Level::available() {
            let mut places = Places::new(level, &raw, Sought::EscapedFeed);
            prop_assert_eq!(places.by_ref().collect::<Vec<_>>(), feeds.clone(), "{}", level.name());
            prop_assert_eq!(places.has_rare_escape(), rare, "{}", level.name());
        }
    }
}
