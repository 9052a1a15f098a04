// A workspace's file with any one key, over policies of many kinds: what is sent is never smaller than without the file.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "smol-toml";
import { expect, it } from "vitest";
import { loadConfig, userConfigFile } from "../../ts/gateway/index.js";
import { type Policy, policyJsonSchema, reduceBody } from "../../ts/index.js";
import { isTable, snakeCase } from "../../ts/shape/spelling.js";
import { temporaryFolder } from "../support/folder.js";
import { keysOf, withValue } from "../support/policy-keys.js";
import { BODIES, SITUATIONS } from "../support/policy-situations.js";

const root = temporaryFolder();
const env = { XDG_CONFIG_HOME: join(root, "home") };
mkdirSync(dirname(userConfigFile(env)), { recursive: true });

/** Keys as files have them. */
function snaked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snaked);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCase(key), snaked(inner)]));
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value as object).some(hasNull));

/** The effective policy; undefined where a file is none. */
function policyOf(workspace: object): Policy | undefined {
  writeFileSync(join(root, "tamis.toml"), stringify(snaked(workspace) as object));
  try {
    return loadConfig({ env, cwd: root }).settings.policies.get("default")?.policy as Policy;
  } catch {
    return undefined;
  }
}

const sizes = (policy: Policy) => BODIES.map((body) => reduceBody(body, policy).body.length);
/** A result that is not made smaller as it comes may be long enough to be masked later: smaller, and that step is off. */
const isArrival = (name: string) => /^(experimental\.)?arrival\./.test(name);
const keys = keysOf(policyJsonSchema()).filter(({ name }) => !isArrival(name));
/** Where moves wait for a price or a limit, less at one of them may be more at the next. */
const movesAtOnce = ({ cache }: (typeof SITUATIONS)[number]) => cache?.strategy === "every-turn";
const situations = SITUATIONS.filter((one) => !hasNull(one) && movesAtOnce(one)).map(
  (one) => [JSON.stringify(one), one] as const,
);

it.each(situations)("over %s", { timeout: 120_000 }, (_, situation) => {
  writeFileSync(userConfigFile(env), stringify(snaked(situation) as object));
  const own = policyOf({});
  if (own === undefined) throw new Error("the user's own file is no configuration");
  const [before, same] = [sizes(own), JSON.stringify(own.settings)];
  const wider: string[] = [];
  let judged = 0;
  for (const { path, values } of keys)
    for (const value of values) {
      const asked = withValue(situation, path, value) === undefined ? undefined : withValue({}, path, value);
      if (asked === undefined || hasNull(asked)) continue;
      const policy = policyOf(asked);
      if (policy === undefined) continue;
      judged++;
      if (JSON.stringify(policy.settings) === same) continue;
      const after = sizes(policy);
      if (after.some((size, at) => size < (before[at] as number))) wider.push(JSON.stringify(asked));
    }
  expect(judged).toBeGreaterThan(100);
  expect(wider).toEqual([]);
});
