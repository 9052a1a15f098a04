import type * as z from "zod";
import { TamisError } from "../../base/errors.js";
import { pathKeys, shownValue, unknownKeyMessage } from "../../base/issues.js";
import { camelCase, snakeCase } from "../../policy/check.js";
import { Policy } from "../../policy/policy.js";
import { GATEWAY_SECTIONS, readPolicyTable } from "../../policy/toml.js";
import { ADMIN_SCHEMA, AUDIT_SCHEMA } from "../admin/schema.js";
import { checkCondensation, type GatewayCondensation } from "../condense/section.js";
import { checkRules } from "../upstream/check-rules.js";
import { NAMED_SHAPE, RULE_HEADER_SHAPE } from "../upstream/schema.js";
import { type ConfigIssue, configInvalid, type Source } from "./issues.js";
import {
  type GatewaySections,
  KEY_SHAPE,
  SCHEMA,
  SHARED_SHAPE,
  SUMMARIZER_SCHEMA,
  type SummarizerSettings,
} from "./schema.js";
import { type GatewayInput, type GatewaySettings, type NamedPolicy, SECTIONS } from "./settings.js";

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
  const spelled = new Map<string, string>();
  const parsed = SCHEMA.safeParse(toCamelCase(table, "", spelled), { jitless: true });
  if (parsed.success) {
    const { tlsCert, tlsKey } = parsed.data.gateway;
    if ((tlsCert === undefined) === (tlsKey === undefined)) return parsed.data;
    issues.push({
      path: ["gateway", tlsCert === undefined ? "tls_key" : "tls_cert"],
      message: "needs tls_cert and tls_key together",
    });
    return undefined;
  }
  issues.push(...parsed.error.issues.flatMap((issue) => toIssues(issue, [], table, spelled)));
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

function checkSummarizer(value: unknown, path: string[], issues: ConfigIssue[]): SummarizerSettings | undefined {
  const spelled = new Map<string, string>();
  const parsed = SUMMARIZER_SCHEMA.safeParse(toCamelCase(value, "", spelled));
  if (parsed.success) return parsed.data;
  issues.push(...parsed.error.issues.flatMap((issue) => toIssues(issue, path, value, spelled)));
  return undefined;
}

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
  issue: z.core.$ZodIssue,
  base: readonly string[],
  input: unknown,
  spelled: Map<string, string>,
): ConfigIssue[] {
  const keys = issue.path as (string | number)[];
  const written = (path: readonly (string | number)[]) => [
    ...base,
    ...path.map(
      (key, at) =>
        spelled.get(`.${path.slice(0, at + 1).join(".")}`) ?? (typeof key === "string" ? snakeCase(key) : key),
    ),
  ];
  if (issue.code === "unrecognized_keys") {
    const valid = base.length > 0 ? Object.keys(SUMMARIZER_SCHEMA.shape) : validKeys(keys);
    return issue.keys.map((key) => {
      const path = written([...keys, key]);
      return { path, message: unknownKeyMessage(String(path.at(-1)), valid.map(snakeCase)) };
    });
  }
  const isWhole = issue.code === "custom" && keys.length === 2 && ["routes", "keys"].includes(String(keys[0]));
  const isSection = issue.code === "custom" && keys.length === 1;
  const got =
    isWhole || isSection || SECRETS.has(keys.at(-1))
      ? ""
      : `, got ${shownValue(valueAt(input, written(keys).slice(base.length)))}`;
  return [{ path: written(keys), message: `${issue.message}${got}` }];
}

/** Not shown: the key itself may have been written in place of its variable's name, or of its hash. */
const SECRETS: ReadonlySet<unknown> = new Set([
  "apiKeyEnv",
  "tokenEnv",
  "tokenSha256",
  "keyEnv",
  "redisUrl",
  "redisUrlEnv",
]);

/** The valid keys of the table at `path`. */
function validKeys(path: readonly (string | number)[]): string[] {
  const [section, , inner] = path;
  const shapes: Record<string, object> = {
    gateway: SCHEMA.shape.gateway.unwrap().shape,
    upstreams: upstreamKeys(path),
    limits: SCHEMA.shape.limits.unwrap().shape,
    originals: SCHEMA.shape.originals.unwrap().shape,
    routes: inner === "header" ? { name: 0, value: 0 } : { policy: 0, model: 0, path: 0, header: 0 },
    summarizer: SUMMARIZER_SCHEMA.shape,
    keys: KEY_SHAPE,
    admin: ADMIN_SCHEMA.shape,
    audit: AUDIT_SCHEMA.shape,
    shared: SHARED_SHAPE,
  };
  return Object.keys(shapes[String(section)] ?? {});
}

function upstreamKeys([, , name, inner]: readonly (string | number)[]): object {
  if (name === undefined) return SCHEMA.shape.upstreams.unwrap().shape;
  return inner === "header" ? RULE_HEADER_SHAPE : NAMED_SHAPE;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function isTable(value: unknown): value is Table {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
