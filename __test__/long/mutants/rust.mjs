// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of sources
// The core's own constants, noticed by its own tests.
import { mutantsOf } from "./define.mjs";

const CORE = ["tamis-core"];
/** The tests in the sources, without those that read whole requests: fewer to build. */
const LIB = (filter) => [`tamis-core --lib ${filter}`];

export const RUST = [
  mutantsOf("crates/core/src/policy/placeholder.rs", LIB("policy::"), [
    [
      'OBSERVATION: &str = "[observation masked — {original_chars} chars]"',
      'OBSERVATION: &str = "[observation masked - {original_chars} chars]"',
    ],
    ['DISPATCH_START: &str = "[dispatch output masked — "', 'DISPATCH_START: &str = "[dispatch output masked - "'],
    ["without new input \\", "again \\"],
    [
      'FR: &str = "[Observation masquée: résultat d’outil ancien (',
      'FR: &str = "[Observation masquée: ancien résultat d’outil (',
    ],
    ["sans nouvelle entrée \\\n                        (", "\\\n                        ("],
    ['Locale::Fr => "inconnu"', 'Locale::Fr => "unknown"'],
    ["MAX_PLACEHOLDER_CHARS: usize = 1_000", "MAX_PLACEHOLDER_CHARS: usize = 1_001"],
  ]),
  mutantsOf("crates/core/src/policy/template.rs", LIB("policy::"), [
    ["MAX_NAME_CHARS: usize = 128", "MAX_NAME_CHARS: usize = 129"],
  ]),
  mutantsOf("crates/core/src/failure/lines.rs", LIB("failure::"), [
    ["NEAR_CHARS: usize = 500", "NEAR_CHARS: usize = 501"],
  ]),
  mutantsOf("crates/core/src/failure/line.rs", LIB("failure::"), [
    ["LINE_CHARS: usize = 200", "LINE_CHARS: usize = 199"],
    ["GAP_CHARS: usize = 8", "GAP_CHARS: usize = 7"],
  ]),
  mutantsOf("crates/core/src/plan/mask.rs", LIB("plan::mask"), [["CLIP_LIMIT: usize = 80", "CLIP_LIMIT: usize = 81"]]),
  mutantsOf("crates/core/src/plan/clip.rs", CORE, [["[error clipped — {chars} chars]", "[error cut — {chars} chars]"]]),
  mutantsOf("crates/core/src/plan/media.rs", LIB("plan::media"), [
    ['UNKNOWN: &str = "unknown type"', 'UNKNOWN: &str = "unknown"'],
    ["MAX_TYPE_BYTES: usize = 64", "MAX_TYPE_BYTES: usize = 63"],
  ]),
  mutantsOf("crates/core/src/plan/media.rs", CORE, [['"[image masked — " } else', '"[image removed — " } else']]),
  mutantsOf("crates/core/src/plan/dispatch.rs", LIB("plan::dispatch"), [
    ["MAX_LINE_CHARS: usize = 60", "MAX_LINE_CHARS: usize = 30"],
  ]),
  mutantsOf("crates/core/src/weight/opaque.rs", LIB("weight::opaque"), [
    ["SEALED_CHAR: u64 = 179", "SEALED_CHAR: u64 = 180"],
    ["MEDIUM: u64 = 1500 * 1024", "MEDIUM: u64 = 1501 * 1024"],
    ["LEAST_CHARS: usize = 64", "LEAST_CHARS: usize = 65"],
    ["PATCH: u64 = 28", "PATCH: u64 = 27"],
    ["MOST_PATCHES: u64 = 1568", "MOST_PATCHES: u64 = 1567"],
  ]),
  mutantsOf("crates/core/src/wire/text_chars.rs", LIB("wire::text_chars"), [
    ["TEXT_CHARS: usize = 64", "TEXT_CHARS: usize = 65"],
    ["DEPTH: u32 = 7", "DEPTH: u32 = 6"],
  ]),
];
