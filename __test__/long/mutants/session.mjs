// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of sources
// Limits and lines of chat sessions, what they learn from bills, extracts.
import { mutantsOf } from "./define.mjs";

export const SESSION = [
  mutantsOf(
    "ts/session/settings.ts",
    [
      "session/thresholds.test.ts",
      "session/seed.test.ts",
      "session/bills.test.ts",
      "session/limits.test.ts",
      "session/properties.test.ts",
    ],
    [
      ["keepFirst = 2", "keepFirst = 3"],
      ["keepLast = 10", "keepLast = 11"],
      ["warnAt = 0.8", "warnAt = 0.81"],
      ["urgentAt = 0.9", "urgentAt = 0.91"],
      ['tokens = "estimate"', 'tokens = "chars4"'],
      ['onLimit = "trim"', 'onLimit = "reduce"'],
      ["settings.urgentAt < settings.warnAt", "settings.urgentAt <= settings.warnAt"],
    ],
  ),
  mutantsOf(
    "ts/session/warnings.ts",
    ["session/thresholds.test.ts", "session/seed.test.ts", "session/bills.test.ts", "session/limits.test.ts"],
    [
      ["tokens >= urgentAt * maxTokens", "tokens > urgentAt * maxTokens"],
      ["tokens < warnAt * maxTokens", "tokens <= warnAt * maxTokens"],
      ["% capacity. Consider /clear or /save.`", "% capacity. Consider /clear.`"],
      ["% capacity. Auto-trimming soon.`", "% capacity. Trimming soon.`"],
      ["Older turns are trimmed before the next prompt", "Old turns are trimmed before the next prompt"],
      ["after one more turn, older", "after two more turns, older"],
    ],
  ),
  mutantsOf(
    "ts/session/shrink.ts",
    ["session/thresholds.test.ts", "session/seed.test.ts", "session/limits.test.ts", "session/properties.test.ts"],
    [
      ["LEAST_MASKED_CHARS = 256", "LEAST_MASKED_CHARS = 257"],
      ["LEAST_CLIPPED_CHARS = 100", "LEAST_CLIPPED_CHARS = 120"],
      ["[clipped — ${text.length} chars]", "[cut — ${text.length} chars]"],
      ["caller === newest ||", "caller > newest ||"],
      ["isError ? maskedError : maskedResult", "maskedResult"],
    ],
  ),
  mutantsOf(
    "ts/session/trim.ts",
    ["session/thresholds.test.ts", "session/seed.test.ts", "session/limits.test.ts", "session/properties.test.ts"],
    [
      ['=== "user" ? 1 : 0', '=== "user" ? 0 : 0'],
      ['"turn" : "turns"} trimmed]', '"turn" : "turns"} dropped]'],
      ['|| turn.role === "system"', ""],
    ],
  ),
  mutantsOf(
    "ts/session/make-room.ts",
    ["session/thresholds.test.ts", "session/seed.test.ts", "session/limits.test.ts", "session/bills.test.ts"],
    [
      ["Kept first ${keepFirst} and last", "Kept ${keepFirst} and last"],
      [" to keep calls with their results)", " to keep calls)"],
      ["Use /clear or /undo, or a larger limit.", "Use /clear."],
      ["Use fewer tools, or a larger limit.", "Use fewer tools."],
      ["`Context reduced. Masked", "`Context made smaller. Masked"],
    ],
  ),
  mutantsOf(
    "ts/session/billed-prompt.ts",
    ["session/thresholds.test.ts", "session/bills.test.ts"],
    [
      ["LEAST_DIFFERENCE = 1_000", "LEAST_DIFFERENCE = 1_100"],
      ["LEAST_SHARE = 0.25", "LEAST_SHARE = 0.3"],
      ["MOST_RATIO = 4", "MOST_RATIO = 5"],
      ["MOST_AROUND = 100_000", "MOST_AROUND = 110_000"],
    ],
  ),
  mutantsOf(
    "ts/session/reducers.ts",
    ["session/thresholds.test.ts", "session/limits.test.ts"],
    [
      ["Math.ceil(warnAt * maxTokens) - 1", "Math.ceil(warnAt * maxTokens)"],
      ['{ cache: { strategy: "every-turn" } }', "{}"],
    ],
  ),
  mutantsOf(
    "ts/session/turn.ts",
    [
      "session/numbers.test.ts",
      "session/thresholds.test.ts",
      "session/seed.test.ts",
      "session/call-ids.test.ts",
      "session/import.test.ts",
      "session/limits.test.ts",
    ],
    [
      ['toolCallId === "string" && toolCallId !== ""', 'toolCallId === "string"'],
      ['typeof id !== "string" || id === "" ||', 'typeof id !== "string" ||'],
      ["trimmedTurns > 0)", "trimmedTurns >= 0)"],
    ],
  ),
  mutantsOf(
    "ts/reduce/session/record-usage.ts",
    ["reduce/with-session.test.ts", "tokens/calibration.test.ts"],
    [
      ["LEAST_TOKENS = 2_000", "LEAST_TOKENS = 2_100"],
      ["MOST_MODELS = 4", "MOST_MODELS = 5"],
    ],
  ),
  mutantsOf(
    "ts/reduce/budget.ts",
    ["reduce/shares.test.ts", "reduce/reduce.test.ts", "pipeline/budget.test.ts", "contract/native.test.ts"],
    [
      ["Math.floor(fraction * contextTokens)", "Math.ceil(fraction * contextTokens)"],
      ["Math.ceil(fraction * contextTokens)", "Math.floor(fraction * contextTokens)"],
      ["Math.min(share, budget.tokens", "Math.max(share, budget.tokens"],
      ["report.chars.after <= limit", "report.chars.after < limit"],
    ],
  ),
  mutantsOf(
    "ts/tokens/calibration.ts",
    ["session/thresholds.test.ts", "tokens/calibration.test.ts"],
    [
      ["FADE = 0.9", "FADE = 0.91"],
      ["LEAST_RATIO = 0.25", "LEAST_RATIO = 0.2"],
      ["MOST_RATIO = 4", "MOST_RATIO = 5"],
      ["DEFAULT_MAX_MODELS = 64", "DEFAULT_MAX_MODELS = 65"],
    ],
  ),
  mutantsOf(
    "ts/contract/session-state.ts",
    ["reduce/with-session.test.ts", "reduce/conversation-key.test.ts"],
    [["ratio >= 0.25", "ratio >= 0.2"]],
  ),
  mutantsOf(
    "ts/reduce/session/match-state.ts",
    ["reduce/with-session.test.ts", "reduce/conversation-key.test.ts"],
    [
      ["24 * 60 * MINUTES", "25 * 60 * MINUTES"],
      ["(facts.hourly ? 60 : 5)", "(facts.hourly ? 60 : 6)"],
      ["(facts.hourly ? 60 :", "(facts.hourly ? 59 :"],
      ["now - state.usedAt > life", "now - state.usedAt >= life"],
    ],
  ),
  mutantsOf(
    "ts/history/extract.ts",
    ["history"],
    [
      ["MAX_OBJECTIVE_CHARS = 300", "MAX_OBJECTIVE_CHARS = 301"],
      ["MAX_EARLIER_CHARS = 600", "MAX_EARLIER_CHARS = 601"],
      ["MAX_LINE_CHARS = 160", "MAX_LINE_CHARS = 161"],
      ["constraints: 8,", "constraints: 9,"],
      ["tasks: 6, outcomes", "tasks: 7, outcomes"],
      ["outcomes: 6 }", "outcomes: 7 }"],
    ],
  ),
  mutantsOf(
    "ts/history/extract-lines.ts",
    ["history"],
    [
      ["HEAD_CHARS = 4_000", "HEAD_CHARS = 4_100"],
      ["MASKED_UP_TO_CHARS = 1_000", "MASKED_UP_TO_CHARS = 1_100"],
      ["|forbidden)", ")"],
      ["(?:[-*] \\[ \\] |", "(?:[-] \\[ \\] |"],
    ],
  ),
  mutantsOf(
    "ts/history/mask-policy.ts",
    ["history/mask-policy.test.ts"],
    [['typeof id === "string" && id !== ""', 'typeof id === "string"']],
  ),
  mutantsOf("ts/history/placeholders.ts", ["history"], [["CUT_UP_TO_CHARS = 80", "CUT_UP_TO_CHARS = 81"]]),
  mutantsOf(
    "ts/wires/openai-chat.ts",
    ["contract/native.test.ts", "wires"],
    [["answerTo(nonEmpty(message.tool_call_id), calls)", "answerTo(message.tool_call_id as string, calls)"]],
  ),
];
