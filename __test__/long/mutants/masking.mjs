// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of sources
// Placeholders and what decides whether one is written.
import { mutantsOf } from "./define.mjs";

export const MASKING = [
  mutantsOf(
    "ts/masking/placeholder.ts",
    ["masking/placeholder.test.ts", "masking/own-text.test.ts", "contract/baseline.test.ts"],
    [
      ["MAX_PLACEHOLDER_CHARS = 1_000", "MAX_PLACEHOLDER_CHARS = 1_001"],
      ["CLIPPED_UP_TO_CHARS = 80", "CLIPPED_UP_TO_CHARS = 81"],
      ["MAX_TOOL_NAME_CHARS = 128", "MAX_TOOL_NAME_CHARS = 129"],
      ['ELLIPSIS = "..."', 'ELLIPSIS = "…"'],
      [
        'formOf("[observation masked — {original_chars} chars]")',
        'formOf("[observation masked - {original_chars} chars]")',
      ],
      [
        'formOf("[dispatch output masked — {original_chars} chars]")',
        'formOf("[dispatch output hidden — {original_chars} chars]")',
      ],
      ["old tool result (tool_call_id", "old result (tool_call_id"],
      ["résultat d’outil ancien", "ancien résultat d’outil"],
      ["do not retry without new input (", "do not retry ("],
      ["ne pas réessayer sans nouvelle entrée (", "ne pas réessayer ("],
      ['chars={original_chars})]",\n    "inconnu",\n  ),\n  enError', 'chars={original_chars})]",\n  ),\n  enError'],
      ['unknownTool = "unknown"', 'unknownTool = "none"'],
      ["charsOf(subject.content) / 4", "charsOf(subject.content) / 3"],
      ["placeholder.length + 5", "placeholder.length + 6"],
      [
        "MAX_LINE_CHARS = 60",
        "MAX_LINE_CHARS = 40",
        "the longest line of a placeholder with a number of 10 digits has 40 chars, and no text has more chars than that",
      ],
      ["`[dispatch output masked — ${maskedChars} chars]`", "`[dispatch output masked - ${maskedChars} chars]`"],
      ["maxChars !== null && maxChars <= CLIPPED_UP_TO_CHARS;", "maxChars !== null && maxChars < CLIPPED_UP_TO_CHARS;"],
    ],
  ),
  mutantsOf(
    "ts/masking/media-notes.ts",
    ["masking/media-notes.test.ts", "contract/baseline.test.ts"],
    [
      ["`[${kind} masked — ${mediaType", "`[${kind} removed — ${mediaType"],
      ['?? "unknown type"', '?? "unknown"'],
      ["[A-Za-z0-9.+/-]{1,64}", "[A-Za-z0-9.+/-]{1,63}"],
      ["LONGEST_NOTE_CHARS = 100", "LONGEST_NOTE_CHARS = 80"],
    ],
  ),
  mutantsOf(
    "ts/masking/shorter.ts",
    ["masking/shorter.test.ts", "contract/baseline.test.ts"],
    [
      ["text.length >= charsBefore) return false;\n  // Even", "text.length > charsBefore) return false;\n  // Even"],
      ["OUTPUT_BYTES = 13", "OUTPUT_BYTES = 12"],
      ["NOTE_BYTES = 31", "NOTE_BYTES = 30"],
      ["MEDIUM_BYTES = 7", "MEDIUM_BYTES = 8"],
      ["LIST_BYTES = 2", "LIST_BYTES = 1"],
      ["+ 2) + 5", "+ 2) + 6"],
      ["LONGEST_ESCAPE = 6", "LONGEST_ESCAPE = 7", "it only decides when the exact comparison is left out"],
    ],
  ),
  mutantsOf(
    "ts/masking/dispatch.ts",
    ["contract/baseline.test.ts", "history/dispatch.test.ts"],
    [
      ["kept > policy.dispatchMaxChars", "kept >= policy.dispatchMaxChars"],
      ["0) <= policy.dispatchMaxChars", "0) < policy.dispatchMaxChars"],
      ["holders === 1", "holders >= 1"],
      ["(?<=^|\\n)", "(?<=^|\\n|\\t)"],
    ],
  ),
  mutantsOf(
    "ts/masking/own-text.ts",
    ["contract/baseline.test.ts", "masking/own-text.test.ts"],
    [
      [
        "text.length > MAX_PLACEHOLDER_CHARS + MAX_MENTIONS_CHARS && !mayGoOn",
        "text.length >= MAX_PLACEHOLDER_CHARS + MAX_MENTIONS_CHARS && !mayGoOn",
      ],
      ["text.length <= rules.maxObservationChars", "text.length < rules.maxObservationChars"],
      ['OBSERVATION_START = "[observation masked — "', 'OBSERVATION_START = "[observation masked - "'],
      [
        'OBSERVATION_END = " chars]"',
        'OBSERVATION_END = " chars."',
        "only its last char differs, and a placeholder that has it is whole, which its form recognises",
      ],
    ],
  ),
  mutantsOf(
    "ts/masking/anchors.ts",
    ["differential/anchors.test.ts"],
    [
      ["MOST = 4", "MOST = 5"],
      ["ANCHOR_BYTES = 80", "ANCHOR_BYTES = 40"],
    ],
  ),
];
