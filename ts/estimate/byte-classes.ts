// The class of each byte, for the estimate. The classes are those of crates/tokens/src/class.rs, which gives the
// reasons.

/** ASCII by class. Missing characters are class 0 (control) or, if visible, 51. */
const CHARS: readonly (readonly [class_: number, chars: string])[] = [
  ...[..."aoeiuystrlnmdcpbhfgw"].map((letter, at) => [at + 2, letter] as const),
  [22, "kv"],
  [23, "jqxz"],
  [26, "AEIOU"],
  [27, "BCDFGHJKLMNPQRSTVWXYZ"],
  [28, "0"],
  [29, "123456789"],
  [30, " "],
  [31, "\t"],
  [32, "\n"],
  [33, "\r"],
  [34, "_"],
  [35, "-"],
  [36, "."],
  [37, "/"],
  [38, '"'],
  [39, "'`"],
  [40, "("],
  [41, "[{"],
  [42, ")"],
  [43, "]}"],
  [44, ","],
  [45, ":;"],
  [46, "="],
  [47, "<>"],
  [48, "*#"],
  [49, "\\|"],
  [50, "!?"],
];
const OTHER_PUNCTUATION = 51;

/** Classes above ASCII, from each first byte on. */
const RANGES: readonly (readonly [first: number, class_: number])[] = [
  ...Array.from({ length: 8 }, (_, at) => [0x80 + 8 * at, 52 + at] as const),
  [0xc0, 24],
  [0xd0, 25],
  [0xd4, 24],
  [0xe2, 61],
  [0xe3, 62],
  [0xe4, 63],
  [0xea, 60],
  [0xf0, 1],
];

function makeTable(): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(OTHER_PUNCTUATION, 0x21, 0x7f);
  for (const [class_, chars] of CHARS) for (const char of chars) table[char.charCodeAt(0)] = class_;
  for (const [first, class_] of RANGES) table.fill(class_, first);
  return table;
}

/** Class of each byte: 0–63. For the neighbours of the middle byte half of the class counts: 0–31. */
export const CLASS_OF: Uint8Array = makeTable();
