// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of sources
// Signs of errors, clips, weights of data, facts about images.
import { mutantsOf } from "./define.mjs";

export const TEXT = [
  mutantsOf(
    "ts/text/error-line.ts",
    ["text", "contract/native"],
    [
      ["LINE_CHARS = 200", "LINE_CHARS = 199"],
      ['["error", "fatal", "panic"]', '["error", "fatal"]'],
      ['"can", "may", "must"', '"can", "may"'],
      ['"(none)", "none"', '"none"'],
      ['["error", "exception"]', '["error"]'],
      ['"--- FAIL:"', '"--- FAILS:"'],
      ['["Tests:", " failed"]', '["Test:", " failed"]'],
      ['"returncode"', '"returnkode"'],
      ['"): error "', '"): errors "'],
      ["[ :=>]{0,8}", "[ :=>]{0,7}"],
      ['behind: " panicked at"', 'behind: " panics at"'],
    ],
  ),
  mutantsOf(
    "ts/text/error-signs.ts",
    ["text", "contract/native", "history/mask-policy.test.ts"],
    [
      ["EDGE_CHARS = 500", "EDGE_CHARS = 501"],
      ['  "timeout",\n', ""],
      ['{ text: "Error", at: "line" }', '"Error"'],
      ["/^[ \\t\\n\\r]*[[{]/", "/^[ \\t\\n\\r]*[{]/"],
      ["text, /^[[{]/", "text, /^[ ]*[[{]/"],
      ['["isError", "is_error"]', '["isError"]'],
      ['"returncode", "return_code"', '"returncode"'],
      ["code !== 0", "code > 0"],
      ["? Object.keys(value).length > 0 :", "? true :"],
      ['status") === "error") return true', 'status") === "failed") return true'],
      ["const metadata = isTop ?", "const metadata = !isTop ?"],
      [
        "JSON.parse(text)",
        'JSON.parse(text.replace(/,$/, ""))',
        "a text that JSON.parse refuses with a comma at its end is refused without it, too: what is open stays open",
      ],
      [
        "json === undefined ? hasErrorLine(text)",
        'json === undefined ? text.startsWith("{") && /"error"/.test(text) || hasErrorLine(text)',
      ],
    ],
  ),
  mutantsOf(
    "ts/text/clip.ts",
    ["text", "contract/native", "pipeline/clips.test.ts"],
    [
      ["Math.floor(limit / 2)", "Math.ceil(limit / 2)"],
      ["[error clipped — ${text.length} chars]", "[error cut — ${text.length} chars]"],
    ],
  ),
  mutantsOf(
    "ts/text/clip-middle.ts",
    ["text/clip-middle.test.ts", "pipeline/clips.test.ts"],
    [
      ["`\\n[clipped — ${chars} chars left out]\\n`", "`\\n[cut — ${chars} chars left out]\\n`"],
      ["Math.floor(room / 2)", "Math.floor(room / 8)"],
      ["start <= before.end + 1", "start <= before.end"],
      ["end - start + gap > left", "end - start > left"],
      ["Math.min(feed < 0 ? text.length : feed, start + LINE_CHARS)", "feed < 0 ? text.length : feed"],
    ],
  ),
  mutantsOf(
    "ts/text/clip-text.ts",
    ["text"],
    [
      ['"..."', '"…"'],
      [
        "maxChars <= ELLIPSIS.length",
        "maxChars < ELLIPSIS.length",
        "at 3 chars the dots alone would be left, and so they are: the head has none then",
      ],
    ],
  ),
  mutantsOf(
    "ts/tokens/media-tokens.ts",
    ["tokens/media.test.ts", "tokens/request.test.ts"],
    [
      ["{ edge: 1568, tokens: 1568 }", "{ edge: 1568, tokens: 1600 }"],
      ["{ edge: 2576, tokens: 4784 }", "{ edge: 2576, tokens: 4700 }"],
      ["ANTHROPIC_PAGE = 2250", "ANTHROPIC_PAGE = 2251"],
      ["GEMINI_TILE = 258", "GEMINI_TILE = 259"],
      ["GEMINI_3_IMAGE = 1120", "GEMINI_3_IMAGE = 1121"],
      ["GEMINI_3_PAGE = 560", "GEMINI_3_PAGE = 561"],
    ],
  ),
];
