import { TamisError } from "../../base/errors.js";
import { pathKeys, shownValue, unknownKeyMessage } from "../../base/issues.js";
import { Policy } from "../../policy/policy.js";
import { GATEWAY_SECTIONS, readPolicyTable } from "../../policy/toml.js";
import { checkShape, type Problem } from "../../shape/check-shape.js";
import { keysAt } from "../../shape/parts.js";
import type { Shape, TableShape } from "../../shape/shape.js";
import { camelCase, isTable, snakeCase } from "../../shape/spelling.js";
import { valueAt } from "../../text/json-value.js";
import { checkCondensation, type GatewayCondensation } from "../condense/section.js";
import { checkRules } from "../upstream/check-rules.js";
import { type ConfigIssue, configInvalid, type Source } from "./issues.js";
import { GATEWAY_CHECKS } from "./named-checks.js";
import type { SummarizerSettings } from "./parts.js";
import { type GatewayInput, type GatewaySettings, type NamedPolicy, SECTIONS } from "./settings.js";
import type { GatewaySections } from "./settings-types.js";
import shape from "./shape.json" with { type: "json" };

const SECTIONS_SHAPE = shape as Shape as TableShape;

type Table = Record<string, unknown>;

const DEFAULT = "default";
/** Sections with a reader of their own. */
const READ_APART: ReadonlySet<string> = new Set(["policies", "condensation"]);
const NAME = /^[\w.:-]{1,128}$/;

/**
 * Checks a configuration. It has the sections of the gateway and, at top level, the keys of the default policy (the
 * library's or those of a MaskPolicy).
 *
 * @throws TamisError `CONFIG_INVALID` with one issue for each problem, with line and column if `source` is a file.
 */
export function checkConfig(input: GatewayInput | Table, source?: Source): GatewaySettings {
  const issues: ConfigIssue[] = [];
  const table = input as Table;
  const sections = checkSections(pick(table, true), issues);
  const policies = new Map<string, NamedPolicy>();
  const own = pick(table, false);
  const named = isTable(table.policies) ? table.policies : {};
  if (table.policies !== undefined && !isTable(table.policies))
    issues.push({ path: ["policies"], message: "expected a table of policies" });
  if (Object.keys(own).length > 0 && Object.hasOwn(named, DEFAULT)) {
    issues.push({
      path: ["policies", DEFAULT],
      message: `the default policy is given twice, here and by ${Object.keys(own).join(", ")} at top level`,
    });
  }
  const summarizer = sections?.summarizer;
  if (!Object.hasOwn(named, DEFAULT)) checkPolicyTable(DEFAULT, own, [], policies, issues, summarizer);
  for (const [name, value] of Object.entries(named)) {
    const fallback = name === DEFAULT ? summarizer : undefined;
    checkPolicyTable(name, value, ["policies", name], policies, issues, fallback);
  }
  for (const [at, { policy }] of (sections?.routes ?? []).entries()) {
    if (policy === DEFAULT || Object.hasOwn(named, policy)) continue;
    issues.push({
      path: ["routes", at, "policy"],
      message: `there is no policy ${shownValue(policy)}; known: ${[DEFAULT, ...Object.keys(named)].join(", ")}`,
    });
  }
  const condensation = checkCondensation(table.condensation, issues, (value, path) =>
    checkSummarizer(value, path, issues),
  );
  if (sections !== undefined) {
    issues.push(...checkRules(sections.upstreams));
    checkKeeping(sections, { policies, condensation }, issues);
  }
  if (issues.length > 0 || sections === undefined) throw configInvalid(issues, source);
  const { summarizer: _, ...rest } = sections;
  return { ...rest, policies, condensation };
}

/** Where originals need what is not there, and what `no_store` forbids. */
function checkKeeping(
  { gateway, originals, shared }: GatewaySections,
  { policies, condensation }: { policies: ReadonlyMap<string, NamedPolicy>; condensation: GatewayCondensation },
  issues: ConfigIssue[],
): void {
  if (originals.store === "redis" && shared === undefined)
    issues.push({ path: ["originals", "store"], message: "redis is that of [shared], which is not there" });
  if (originals.store === "files" && originals.encryptionKeyEnv !== undefined)
    issues.push({
      path: ["originals", "encryption_key_env"],
      message: "an agent cannot read encrypted files: leave it out",
    });
  if (!gateway.noStore) return;
  const forbid = (path: string[], what: string) =>
    issues.push({ path, message: `gateway.no_store is set, and ${what} would keep text of requests` });
  if (originals.store !== "off") forbid(["originals", "store"], "originals");
  if (gateway.keepAliveUsd > 0) forbid(["gateway", "keep_alive_usd"], "requests of idle conversations");
  if (condensation.enabled) forbid(["condensation", "enabled"], "condensations");
  for (const [name, { summarizer }] of policies) {
    if (summarizer === undefined) continue;
    forbid(name === DEFAULT ? ["summarizer"] : ["policies", name, "summarizer"], "summaries");
  }
}

/** Picks the gateway's own sections, or everything else. */
function pick(table: Table, sections: boolean): Table {
  const entries = Object.entries(table).filter(([key]) => SECTIONS.includes(key) === sections && !READ_APART.has(key));
  return Object.fromEntries(entries);
}

function checkSections(table: Table, issues: ConfigIssue[]): GatewaySections | undefined {
  const sections = checked<GatewaySections>(SECTIONS_SHAPE, table, [], issues);
  const { tlsCert, tlsKey } = sections?.gateway ?? {};
  if ((tlsCert === undefined) === (tlsKey === undefined)) return sections;
  issues.push({
    path: ["gateway", tlsCert === undefined ? "tls_key" : "tls_cert"],
    message: "needs tls_cert and tls_key together",
  });
  return undefined;
}

/** The table with its defaults filled in; undefined where something is wrong with it, which is then in `issues`. */
function checked<T>(ofTable: Shape, table: unknown, path: readonly string[], issues: ConfigIssue[]): T | undefined {
  const spelled = new Map<string, string>();
  const { value, problems } = checkShape(ofTable, toCamelCase(table, "", spelled), GATEWAY_CHECKS);
  if (problems.length === 0) return value as T;
  issues.push(...problems.flatMap((problem) => toIssues(problem, ofTable, path, table, spelled)));
  return undefined;
}

function checkPolicyTable(
  name: string,
  value: unknown,
  path: string[],
  policies: Map<string, NamedPolicy>,
  issues: ConfigIssue[],
  fallback: SummarizerSettings | undefined,
): void {
  if (!NAME.test(name))
    issues.push({
      path,
      message: "a policy's name has 1 to 128 letters, digits, dots, colons, underscores and hyphens",
    });
  else if (Policy.isPolicy(value)) policies.set(name, { policy: value });
  else if (!isTable(value)) issues.push({ path, message: `expected a policy, got ${shownValue(value)}` });
  else {
    const { summarizer: given, ...settings } = value;
    const policy = checkSettings(settings, path, issues);
    const summarizer = given === undefined ? fallback : checkSummarizer(given, [...path, "summarizer"], issues);
    if (policy === undefined) return;
    if (summarizer !== undefined && policy.settings.budget === undefined) {
      issues.push({
        path: [...path, "summarizer"],
        message: "a summariser needs a budget: [budget] tokens says when it is asked",
      });
    }
    policies.set(name, { policy, summarizer });
  }
}

function checkSettings(settings: Table, path: string[], issues: ConfigIssue[]): Policy | undefined {
  try {
    return readPolicyTable(settings, { tables: path.length === 0 ? GATEWAY_SECTIONS : [] }).policy;
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    const found = error.issues.map((issue) => ({ path: [...path, ...pathKeys(issue.path)], message: issue.message }));
    issues.push(...(found.length > 0 ? found : [{ path, message: error.message }]));
    return undefined;
  }
}

/** The table itself, which must be there: whether it is left out is its owner's matter. */
const { optional: _, ...SUMMARIZER_SHAPE } = SECTIONS_SHAPE.keys.summarizer as TableShape;

const checkSummarizer = (value: unknown, path: string[], issues: ConfigIssue[]): SummarizerSettings | undefined =>
  checked(SUMMARIZER_SHAPE, value, path, issues);

/** Converts keys of all tables to camelCase. `spelled` remembers how they were written. */
function toCamelCase(value: unknown, path: string, spelled: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item, at) => toCamelCase(item, `${path}.${at}`, spelled));
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const name = camelCase(key);
      spelled.set(`${path}.${name}`, key);
      return [name, toCamelCase(child, `${path}.${name}`, spelled)];
    }),
  );
}

function toIssues(
  { path: keys, kind, message, keys: unknown = [] }: Problem,
  ofTable: Shape,
  base: readonly string[],
  input: unknown,
  spelled: Map<string, string>,
): ConfigIssue[] {
  const written = (path: readonly PropertyKey[]) => [
    ...base,
    ...path.map((key, at) =>
      typeof key === "number" ? key : (spelled.get(`.${path.slice(0, at + 1).join(".")}`) ?? snakeCase(String(key))),
    ),
  ];
  if (kind === "unknown keys") {
    const valid = keysAt(ofTable, keys).map(snakeCase);
    return unknown.map((key) => {
      const path = written([...keys, key]);
      return { path, message: unknownKeyMessage(String(path.at(-1)), valid) };
    });
  }
  const path = written(keys);
  const value = kind === "key" ? path.at(-1) : valueAt(input, path.slice(base.length));
  // A table says itself what it lacks.
  const isShown = !(kind === "named" && typeof value === "object") && !SECRETS.has(keys.at(-1));
  return [{ path, message: isShown ? `${message}, got ${shownValue(value)}` : message }];
}

/** Not shown: the key itself may have been written in place of its variable's name. */
const SECRETS: ReadonlySet<unknown> = new Set(["apiKeyEnv", "tokenEnv", "keyEnv", "redisUrl"]);
