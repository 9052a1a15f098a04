import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configJsonSchema, loadConfig, userConfigFile, withDefaultPolicy } from "../../ts/gateway/index.js";
import { definePolicy, type Policy, reduceBody } from "../../ts/index.js";
import { isMaskPolicyKey } from "../../ts/policy/seed-policy.js";
import { camelCase } from "../../ts/shape/spelling.js";
import { CONDENSATION_JUDGEMENTS } from "../../ts/trust/condensation-judgements.js";
import { covers } from "../../ts/trust/globs.js";
import { POLICY_JUDGEMENTS, policyJudgement } from "../../ts/trust/policy-judgements.js";
import { SECTION_JUDGEMENTS } from "../../ts/trust/workspace.js";
import { temporaryFolder, writeTo } from "../support/folder.js";
import { chatOf } from "../support/on-wire.js";

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  not?: unknown;
}

/** Dotted keys in camelCase of everything that has no keys below it. */
function leavesOf(schema: Schema, path = ""): string[] {
  const parts = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties));
  if (parts.length === 0) return [path];
  return parts.flatMap(([key, inner]) => leavesOf(inner, path === "" ? camelCase(key) : `${path}.${camelCase(key)}`));
}

const { condensation, policies, ...others } = configJsonSchema().properties as Record<string, Schema>;
const isSection = (key: string) => Object.hasOwn(SECTION_JUDGEMENTS, key);
const policySchema = {
  properties: Object.fromEntries(Object.entries(others).filter(([key]) => !isSection(key) && !isMaskPolicyKey(key))),
};

describe("every key of the schema is judged", () => {
  it("of the policy", () => {
    const isJudged = (leaf: string) => {
      const parts = leaf.split(".");
      const above = parts.map((_, at) => parts.slice(0, at + 1).join("."));
      return above.some((key) => Object.hasOwn(POLICY_JUDGEMENTS, key) || policyJudgement(key) === "apart");
    };
    const leaves = leavesOf(policySchema).map((leaf) => leaf.replace("experimental.", ""));
    expect(leaves.length).toBeGreaterThan(60);
    expect(leaves.filter((leaf) => !isJudged(leaf))).toEqual([]);
    const known = (key: string) => leaves.some((leaf) => leaf === key || leaf.startsWith(`${key}.`));
    expect(Object.keys(POLICY_JUDGEMENTS).filter((key) => !known(key))).toEqual([]);
    expect(policyJudgement("mask.brandNew")).toBe("never");
  });

  it("of the gateway's tables", () => {
    expect(isSection("policies") && policies !== undefined).toBe(true);
    expect(Object.keys(others).filter((key) => !isSection(key) && !(key in policySchema.properties))).toEqual(
      Object.keys(others).filter(isMaskPolicyKey),
    );
  });

  it("of condensations, whose modes and older thresholds are judged as the same keys", () => {
    const leaves = leavesOf({ properties: condensation?.properties ?? {} });
    const isJudged = (leaf: string) =>
      [leaf, leaf.split(".")[0] ?? ""].some((key) => Object.hasOwn(CONDENSATION_JUDGEMENTS, key)) ||
      ["modes", "profileThresholds"].includes(leaf);
    expect(leaves.filter((leaf) => !isJudged(leaf))).toEqual([]);
  });
});

function load(user: string, workspace: string) {
  const root = temporaryFolder();
  const env = { XDG_CONFIG_HOME: join(root, "home") };
  const file = userConfigFile(env);
  writeTo(file, `# mine\n${user}`);
  writeFileSync(join(root, "tamis.toml"), workspace);
  return loadConfig({ env, cwd: root });
}

const policyOf = ({ settings }: ReturnType<typeof load>) => settings.policies.get("default")?.policy as Policy;

/** A request with results of several tools, good ones and errors. */
const NAMES = ["Read", "Read2", "Grep", "Bash", "mcp_read", "7"];
const REQUEST = Buffer.from(
  JSON.stringify({
    model: "gpt-5",
    messages: [
      { role: "user", content: "Look into it." },
      ...Array.from({ length: 24 }, (_, turn) => {
        const id = `call_${turn}`;
        const name = NAMES[turn % NAMES.length] ?? "";
        const text = turn % 5 === 0 ? `Error: it failed in step ${turn}. ` : `line of step ${turn} `;
        return chatOf([{ calls: [{ id, tool: name, result: text.repeat(40) }] }]);
      }).flat(),
    ],
  }),
);

/** The results that a policy masks, at every move that may be made. */
function maskedBy(policy: Policy): Set<string> {
  const { report } = reduceBody(REQUEST, policy);
  return new Set(report.decisions.flatMap(({ action, callId }) => (action === "mask" && callId ? [callId] : [])));
}

const USERS = [
  "",
  "[mask]\nkeep_errors = true\nwindow_turns = 6\n",
  "[mask]\nkeep_errors = false\n[mask.tools.Bash]\nnever = true\n",
  '[mask.tools."Read*"]\nwindow_turns = 9\n[experimental.mask.tools."*"]\nkeep_errors = true\nkeep_last_k = 2\n',
  '[mask.tools."*ead"]\nnever = true\n[mask.tools."Grep"]\nwindow_turns = 3\n',
  "window_turns = 3\nkeep_errors = true\n",
].map((text) => (text.startsWith("window") ? text : `cache = { strategy = "every-turn" }\n${text}`));

const WORKSPACES = [
  '[mask.tools."*"]\nwindow_turns = 1\n',
  '[mask.tools."R*"]\nwindow_turns = 12\n[mask.tools."*"]\nwindow_turns = 5\n',
  '[mask.tools."?ead"]\nnever = false\nwindow_turns = 4\n[mask.tools."7"]\nwindow_turns = 1\n',
  '[experimental.mask.tools."*"]\nkeep_errors = false\nkeep_last_k = 1\n',
  '[mask.tools."*d"]\nnever = true\n',
  "[mask]\nkeep_errors = false\nmin_chars = 0\nwindow_turns = 1\n",
  "preset = 'strong'\n[mask]\nkeep_errors = false\n",
  "preset = 'none'\n",
  "window_turns = 1\nkeep_errors = false\n",
];

describe("what is masked with a workspace's file", () => {
  it.each(USERS.flatMap((user) => WORKSPACES.map((workspace) => [user, workspace] as const)))(
    "is masked without it, too: %j, %j",
    (user, workspace) => {
      const alone = maskedBy(policyOf(load(user, "# nothing")));
      expect([...maskedBy(policyOf(load(user, workspace)))].filter((id) => !alone.has(id))).toEqual([]);
    },
  );

  it("is less where the file asks for less for some tools, also beside rules of the user's", () => {
    const user = 'cache = { strategy = "every-turn" }\n[experimental.mask.tools."Read"]\nkeep_last_k = 1\n';
    const asked = '[mask.tools."R*"]\nwindow_turns = 1000\n[mask.tools."*"]\nwindow_turns = 4\n';
    const { mask } = policyOf(load(user, asked)).settings;
    expect(Object.entries(mask.tools)).toEqual([
      ["Read", { keepLastK: 1, windowTurns: 1000 }],
      ["R*", { windowTurns: 1000 }],
      ["*", { windowTurns: 4 }],
    ]);
    expect(maskedBy(policyOf(load(user, asked))).size).toBeLessThan(maskedBy(policyOf(load(user, "# nothing"))).size);
  });
});

describe("a single value of a workspace", () => {
  it.each([
    ["", "mode = 'observe'", true],
    ["mode = 'observe'", "mode = 'off'", true],
    ["mode = 'off'", "mode = 'reduce'", false],
    ["budget = { tokens = 500 }", "budget = { tokens = 900 }", true],
    ["budget = { tokens = 500 }", "budget = { tokens = 100 }", false],
    ["args = { tools = [] }", "args = { tools = ['Write'] }", false],
    ["", "args = { tools = ['Write'] }", true],
    ["args = { tools = ['W*'] }", "args = { tools = ['Write', 'Edit'] }", false],
    ["preset = 'safe'", "args = { tools = [] }", true],
    ["", "[experimental.arrival]\nclip = 100000", true],
    ["", "[experimental.arrival]\nclip = 1000", false],
    ["", "[experimental.arrival]\nlong_lines = 100000", false],
    ["tools = { max_description_chars = 300 }", "tools = { max_description_chars = 900 }", true],
    ["", "mask = { window_turns = 0 }", true],
    ["mask = { window_turns = 0 }", "mask = { window_turns = 50 }", false],
    ["", "cache = { thinking = 'keep', strategy = 'off' }", true],
    ["", "cache = { rent = 9 }", true],
    ["", "cache = { rent = 0 }", false],
    ["", "[experimental.mask]\nkeep_errors_max_chars = 9000", true],
    ["", "[experimental.mask]\nkeep_errors_max_chars = 300", false],
    ["", "[experimental.args]\nmax_chars = 100000", true],
    ["", "[experimental.cache.prices]\nread = 0\nwrite = 0", false],
    ["[experimental.dispatch]\ntools = ['T*']", "[experimental.dispatch]\ntools = ['Task']", false],
    ["", "version = 1", true],
    ["", "[mask]\n[gateway]\n[restore]\n", true],
  ])("over %j, %j counts: %j", (user, workspace, counts) => {
    const { workspace: file } = load(user, workspace);
    expect(file?.ignored.map(({ why }) => why)).toEqual(counts ? [] : ["overruled"]);
    if (!counts) expect(policyOf(load(user, workspace))).toEqual(policyOf(load(user, "# nothing")));
  });

  it("names an experimental key as the file has it", () => {
    const { workspace } = load(
      "",
      "[experimental.mask]\nkeep_errors_max_chars = 300\n[experimental.tokens]\nmethod = 'chars4'",
    );
    expect(workspace?.ignored).toMatchObject([
      { path: ["experimental", "tokens"], why: "untrusted" },
      { path: ["experimental", "mask", "keep_errors_max_chars"], why: "overruled" },
    ]);
  });

  it("is compared anew with another default policy of the user's", () => {
    const loaded = load("", "preset = 'balanced'\n");
    expect(loaded.workspace?.ignored).toEqual([]);
    const safe = definePolicy({ preset: "safe" });
    const launched = withDefaultPolicy(loaded, safe);
    expect(policyOf(launched).settings).toEqual(safe.settings);
    expect(launched.workspace?.ignored).toMatchObject([{ path: ["preset"], why: "overruled" }]);
  });
});

it.each([
  ["*", "a?b*", true],
  ["Read*", "Read", true],
  ["R*d", "Re*d", true],
  ["?ead", "Read", true],
  ["?ead", "*ead", false],
  ["Re*", "R*", false],
  ["*a*", "b*a", true],
])("glob %j covers %j: %j", (outer, inner, expected) => {
  expect(covers(outer, inner)).toBe(expected);
});
