//! The numbers as TypeScript, and a version of all of them.

use super::{
    Group, Names, Number, REVISION, SHOWN_KINDS, actions, arrival, arrival_kinds, cache, cap, clearings, decision,
    detail, edit, encodings, flag, form, head, landmark, layout, ledger, lossless_change, lossless_flag, lossless_head,
    lossless_result, method, output, places, reasons, reference, report, role_sources, roles, shown, slot, statuses,
    violation, wires, word,
};
use std::fmt::Write as _;
use tamis_core::validate::Rule;

/// The group of a module that `numbers!` made.
macro_rules! group {
    ($prefix:literal, $module:ident) => {
        Group { prefix: $prefix, about: $module::ABOUT, numbers: $module::NUMBERS }
    };
}

const GROUPS: &[Group] = &[
    group!("FLAG", flag),
    group!("SLOT", slot),
    group!("OUTPUT", output),
    group!("WORD", word),
    group!("ARRIVAL", arrival),
    group!("FORM", form),
    group!("SHOWN", shown),
    group!("LANDMARK", landmark),
    group!("HEAD", head),
    Group { prefix: "SUMMARY", about: " Words of a summary; LOW and HIGH are halves of one number.", numbers: SUMMARY },
    group!("CACHE", cache),
    group!("CAP", cap),
    group!("DECISION", decision),
    group!("EDIT", edit),
    group!("REFERENCE", reference),
    group!("VIOLATION", violation),
    group!("DETAIL", detail),
    group!("METHOD", method),
    group!("LEDGER", ledger),
    group!("LOSSLESS_HEAD", lossless_head),
    group!("LOSSLESS_RESULT", lossless_result),
    group!("LOSSLESS_FLAG", lossless_flag),
    group!("LOSSLESS_CHANGE", lossless_change),
];

/// The core's words of a summary.
const SUMMARY: &[Number] = &summary_words();

const fn summary_words() -> [Number; layout::word::ALL.len()] {
    let mut numbers = [const { Number { name: "", value: 0 } }; layout::word::ALL.len()];
    let mut at = 0;
    while at < numbers.len() {
        let (name, value) = layout::word::ALL[at];
        assert!(value < report::SUMMARY_WORDS, "a summary has this word");
        numbers[at] = Number { name, value: value as u32 };
        at += 1;
    }
    numbers
}

const NAMES: &[Names] = &[
    Names { list: "STATUSES", about: "Whether a body was read, or why not, by status.", items: statuses::NAMES },
    Names { list: "WIRES", about: "Wires by code - 1.", items: wires::NAMES },
    Names { list: "ACTIONS", about: "What happens to a result, by code.", items: actions::NAMES },
    Names { list: "REASONS", about: "Why, by code.", items: reasons::NAMES },
    Names { list: "ROLES", about: "What a result is for, by code.", items: roles::NAMES },
    Names { list: "ROLE_SOURCES", about: "What says so, by code.", items: role_sources::NAMES },
    Names { list: "CLEARINGS", about: "Who clears old results, by code.", items: clearings::NAMES },
    Names { list: "EDIT_KINDS", about: "What an edit does, by code.", items: &layout::EDIT_KINDS },
    Names { list: "REFERENCE_KINDS", about: "What a pointer replaces, by code.", items: &layout::REFERENCE_KINDS },
    Names { list: "PLACES", about: "Where a violation is, by code.", items: places::NAMES },
    Names { list: "RULES", about: "The rules of the validator, by code.", items: &Rule::NAMES },
    Names { list: "ARRIVAL_KINDS", about: "Kinds of reduction at arrival, by code.", items: arrival_kinds::NAMES },
    Names { list: "SHOWN_KINDS", about: "What a call's result shows, by code.", items: &SHOWN_KINDS },
    Names { list: "ENCODINGS", about: "Token families, by code.", items: encodings::NAMES },
];

/// Of every name and number here: the addon and the TypeScript that it belongs to have the same.
pub const VERSION: u32 = {
    let mut hash = hashed(FNV_OFFSET, &REVISION.to_le_bytes());
    let mut at = 0;
    while at < GROUPS.len() {
        let Group { prefix, numbers, .. } = &GROUPS[at];
        hash = hashed(hash, prefix.as_bytes());
        let mut number = 0;
        while number < numbers.len() {
            hash = hashed(hash, numbers[number].name.as_bytes());
            hash = hashed(hash, &numbers[number].value.to_le_bytes());
            number += 1;
        }
        at += 1;
    }
    at = 0;
    while at < NAMES.len() {
        let Names { list, items, .. } = &NAMES[at];
        hash = hashed(hash, list.as_bytes());
        let mut place = 0;
        while place < items.len() {
            hash = hashed(hash, items[place].as_bytes());
            place += 1;
        }
        at += 1;
    }
    hash
};

const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

/// FNV-1a of `bytes`, and of a byte that ends them.
const fn hashed(mut hash: u32, bytes: &[u8]) -> u32 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(FNV_PRIME);
        at += 1;
    }
    (hash ^ 0xff).wrapping_mul(FNV_PRIME)
}

/// Columns of a line of TypeScript, as the formatter has it.
pub(super) const COLUMNS: usize = 120;

/// The text of `ts/native/protocol.ts`.
pub fn source() -> String {
    let mut out = String::from(
        "// Generated by the native build from crates/border/src/protocol.rs, which says what each number means.\n\n\
         /** Of every name and number here: an addon of another version is not used. */\n",
    );
    let _ = writeln!(out, "export const PROTOCOL_VERSION = {VERSION};");
    for group in GROUPS {
        put_group(group, &mut out);
    }
    for names in NAMES {
        put_names(names, &mut out);
    }
    out
}

fn put_group(group: &Group, out: &mut String) {
    let _ = writeln!(out, "\n//{}", group.about);
    for Number { name, value } in group.numbers {
        let _ = writeln!(out, "export const {}_{name} = {value};", group.prefix);
    }
}

fn put_names(Names { list, about, items }: &Names, out: &mut String) {
    let quoted: Vec<String> = items.iter().map(|name| format!("\"{name}\"")).collect();
    let line = format!("export const {list} = [{}] as const;", quoted.join(", "));
    let _ = writeln!(out, "\n/** {about} */");
    if line.len() <= COLUMNS {
        let _ = writeln!(out, "{line}");
    } else {
        let _ = writeln!(out, "export const {list} = [\n  {},\n] as const;", quoted.join(",\n  "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn typescript_gets_every_name_once() {
        let source = source();
        let names: Vec<&str> = source
            .lines()
            .filter_map(|line| line.strip_prefix("export const ")?.split_once(" = "))
            .map(|(name, _)| name)
            .collect();
        let numbers: usize = GROUPS.iter().map(|group| group.numbers.len()).sum();
        assert_eq!(names.len(), 1 + numbers + NAMES.len());
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }

    #[test]
    fn the_last_summary_word_leaves_room_for_every_anchor() {
        assert!(SUMMARY.iter().all(|number| (number.value as usize) < report::SUMMARY_WORDS));
        assert_eq!(slot::COUNT as usize, slot::SUMMARY as usize + report::SUMMARY_WORDS);
    }

    #[test]
    fn every_value_and_name_changes_the_hash() {
        let hashes = [hashed(FNV_OFFSET, b"a"), hashed(FNV_OFFSET, b"b"), hashed(hashed(FNV_OFFSET, b"a"), b"")];
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), 3);
    }
}
