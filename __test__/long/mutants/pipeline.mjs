// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are parts of sources
// Thresholds of the reducer's stages, of summaries and of sizes.
import { mutantsOf } from "./define.mjs";

const STAGES = ["thresholds", "budget", "clips", "stability"].map((name) => `pipeline/${name}.test.ts`);

export const PIPELINE = [
  mutantsOf(
    "ts/pipeline/stages/clip-results.ts",
    ["pipeline/thresholds.test.ts", "pipeline/clips.test.ts", "pipeline/budget.test.ts"],
    [
      ["[2, 4, 8, 16, 32]", "[2, 4, 8, 16]"],
      ["[2, 4, 8, 16, 32]", "[4, 8, 16, 32]"],
      ["LEAST_CHARS = 400", "LEAST_CHARS = 500"],
    ],
  ),
  mutantsOf("ts/pipeline/stages/summarise.ts", STAGES, [
    ["KEPT_UNITS = 4", "KEPT_UNITS = 5"],
    ["[1 / 2, 1 / 4, 1 / 4]", "[1 / 3, 1 / 3, 1 / 3]"],
    ["LEAST_CHARS = 200", "LEAST_CHARS = 300"],
    ["chars: 200, tokens: 60", "chars: 200, tokens: 100"],
    ["chars: 200, tokens: 60", "chars: 300, tokens: 60"],
    ["limit / 4)", "limit / 3)"],
  ]),
  mutantsOf("ts/pipeline/stages/truncate.ts", STAGES, [["keepNewest: 1", "keepNewest: 2"]]),
  mutantsOf(
    "ts/pipeline/summary/source.ts",
    ["pipeline/numbers.test.ts", "pipeline/summaries.test.ts", "llm"],
    [
      ["MAX_RESULT_CHARS = 2_000", "MAX_RESULT_CHARS = 2_100"],
      ["MAX_TEXT_CHARS = 8_000", "MAX_TEXT_CHARS = 8_100"],
    ],
  ),
  mutantsOf(
    "ts/pipeline/summary/store.ts",
    ["pipeline/numbers.test.ts", "pipeline/summaries.test.ts", "pipeline/robustness.test.ts"],
    [["DEFAULT_MAX_ENTRIES = 1_000", "DEFAULT_MAX_ENTRIES = 1_001"]],
  ),
  mutantsOf(
    "ts/wires/text-chars.ts",
    ["wires", "contract/native", "tokens/report-tokens.test.ts"],
    [
      ["TEXT_CHARS = 64", "TEXT_CHARS = 65"],
      ["DEPTH = 7", "DEPTH = 6"],
      ["LIST_DEPTH = 2", "LIST_DEPTH = 3"],
    ],
  ),
  mutantsOf(
    "ts/tokens/request/openai-tools.ts",
    ["tokens/request.test.ts"],
    [
      ["function: 7", "function: 8"],
      ["end: 12", "end: 11"],
      ["values: -3", "values: -2"],
    ],
  ),
  mutantsOf("ts/llm/call.ts", ["llm"], [["ATTEMPTS = 2", "ATTEMPTS = 3"]]),
  mutantsOf("ts/llm/failure.ts", ["llm"], [["MAX_MESSAGE_CHARS = 300", "MAX_MESSAGE_CHARS = 301"]]),
  mutantsOf("ts/llm/anthropic.ts", ["llm"], [["MAX_TOKENS = 2_048", "MAX_TOKENS = 2_049"]]),
  mutantsOf(
    "ts/contract/volatile-text.ts",
    ["reduce", "gateway/pipeline-agents.test.ts"],
    [
      ["/^\\s*(?:cch|cc_version|cc_entrypoint)=/i", "/^\\s*(?:cc_version|cc_entrypoint)=/i"],
      ['"system-reminder env ', '"env '],
      ["MOST_CHARS = 16_384", "MOST_CHARS = 8_192"],
      ["MOST_LINE_CHARS = 256", "MOST_LINE_CHARS = 16"],
    ],
  ),
];
