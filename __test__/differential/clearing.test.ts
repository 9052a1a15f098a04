import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Edit } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { boundSession } from "../support/bound-session.js";
import { cases } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom, type Random } from "../support/random.js";
import { randomMoves } from "../support/random-memory.js";
import { renderJson, seededStyle } from "../support/render-json.js";

const mask = { windowTurns: 2, minChars: 0 } as const;
const cache = { clearing: "provider" } as const;
const POLICIES: readonly PolicyInput[] = [
  { cache },
  { mask, cache },
  { mask, cache: { ...cache, strategy: "every-turn" } },
  { mask, cache: { ...cache, strategy: "stride", strideTurns: 3 } },
  { mask, cache: { ...cache, rent: 100 }, budget: { tokens: 1500 } },
  { mask: { ...mask, keepLastKPerTool: 2 }, cache: { ...cache, rent: 0.2 } },
  { mask: { ...mask, excludeTools: ["r*"], protectOpenLoop: true }, cache: { ...cache, rent: 0.2 } },
  { mask: { ...mask, tools: { "b*": { never: true }, "*": { windowTurns: 1 } } }, cache: { ...cache, rent: 0.2 } },
  { mask: { ...mask, media: "mask" }, cache: { ...cache, rent: 0.2 }, repairSurrogates: true },
  { mask, cache: { ...cache, freezeThrough: "lastBreakpoint" } },
  { mode: "observe", mask, cache: { ...cache, strategy: "every-turn" } },
  { version: 1, mask, cache },
  { preset: "none", mask, args: {}, cache: { ...cache, rent: 0.2 } },
  { preset: "none", mask, args: { tools: ["r*", "bash"] }, cache: { ...cache, rent: 0.2 } },
  { preset: "none", mask: { ...mask, excludeTools: ["Read"] }, args: { tools: ["R*", "b?sh"] }, cache },
  { mask, args: { tools: [] }, cache: { ...cache, rent: 0.2 } },
];
const COMPILED = POLICIES.map((policy) => resolvePolicy(policy));
const MODELS = [
  "claude-opus-5-5",
  "claude-opus-4-6",
  "claude-opus-3",
  "deepseek-v4",
  "my-own-model",
  undefined,
] as const;

const NOTHING = Symbol("no context management");
const MANAGEMENTS: readonly [unknown, ...unknown[]] = [
  NOTHING,
  NOTHING,
  null,
  {},
  { edits: [] },
  { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  { other: [1, { edits: ["]"] }], edits: [{ type: "a", x: ["},]"] }, "b\\", 1] },
  { edits: [{ type: "compact_20260112" }] },
  { edits: [{ type: "clear_tool_uses_20250919" }] },
  { edits: null },
  { other: 1 },
  "x",
];

/** The request with its member somewhere, and some halves of surrogate pairs. */
function withManagement(request: object, random: Random): object {
  const management = random.pick(MANAGEMENTS);
  const entries = Object.entries(random.chance(0.1) ? { ...request, metadata: { user_id: "\ud800" } } : request);
  if (management !== NOTHING) entries.splice(random.below(entries.length + 1), 0, ["context_management", management]);
  return Object.fromEntries(entries);
}

type Block = Record<string, unknown>;
interface Message {
  role: string;
  content: Block[];
}
const TOOLS = ["Read", "Read", "bash", 'run "é"', undefined] as const;
const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(400) } };

/** Other tools, calls without results, results without calls, and results of other kinds. */
function varied({ messages, ...rest }: Block, random: Random): object {
  const vary = (block: Block): Block[] => {
    const name = random.pick(TOOLS);
    if (block.type === "tool_use") return [{ ...block, name: name ?? "", ...(name === undefined ? { name: 1 } : {}) }];
    if (block.type !== "tool_result") return [block];
    if (random.chance(0.03)) return [];
    if (random.chance(0.03)) return [{ ...block, tool_use_id: "other" }];
    if (random.chance(0.1)) return [{ ...block, content: [{ type: "text", text: block.content }, IMAGE] }];
    const { content, ...bare } = block;
    return [random.chance(0.05) ? bare : { ...bare, is_error: random.chance(0.2), content }];
  };
  const change = ({ role, content }: Message): Message => ({ role, content: content.flatMap(vary) });
  return { ...rest, messages: (messages as Message[]).map(change) };
}

const excludedIn = (edits: readonly Edit[]) =>
  edits.some(({ replacement }) => replacement.includes("exclude_tools")) ? 1 : 0;

describeNative("cache.clearing", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  it("is planned alike in both backends, at every step and in every spelling", () => {
    const seen = {
      excluded: 0,
      provider: 0,
      cleared: 0,
      kept: 0,
      wire: 0,
      model: 0,
      client: 0,
      frozen: 0,
      version: 0,
      skipped: 0,
    };
    for (let seed = 0; seed < cases(1200); seed++) {
      const random = createRandom(seed);
      const policy = COMPILED[seed % COMPILED.length];
      const { requests } = boundSession({ seed, prompts: 4, turns: 5, model: random.pick(MODELS) ?? "" });
      const found = requests[random.below(requests.length)];
      if (policy === undefined || found === undefined) continue;
      const request = withManagement(random.chance(0.7) ? varied(found, random) : found, random);
      const body = Buffer.from(renderJson(request, seededStyle(seed, random)));
      const memory = {
        lastStep: random.pick([0, 0, 3, 5]),
        isDead: random.chance(0.2),
        startStep: random.pick([0, 0, 1, 4, 7]),
        startMoves: random.chance(0.5),
        isFrozen: random.chance(0.1),
        ...randomMoves(random),
      };
      const wire = random.chance(0.1) ? ("openai-chat" as const) : undefined;
      const options = { memory, ...(wire === undefined ? {} : { wire }) };
      const report = expectAgreement({ native, baseline }, body, policy, options);
      if (report === undefined) continue;
      const { clearing } = report.cache;
      if (report.skipped === "server_side_editing") seen.skipped++;
      else if (clearing?.by === "provider") seen.provider++;
      if (clearing?.reason !== undefined && clearing.reason !== "pipeline") seen[clearing.reason]++;
      seen.cleared += report.decisions.filter(({ reason }) => reason === "cleared").length;
      if (report.changed) seen.excluded += excludedIn(native.planBody(body, policy, options).edits);
      seen.kept += clearing?.keptToolUses ?? 0;
    }
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(5);
  });
});
