import { readFileSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CONFIG_FILE, userConfigFile } from "../../base/config-file.js";
import { TamisError } from "../../base/errors.js";
import { camelCase } from "../../policy/check.js";
import type { Policy } from "../../policy/policy.js";
import { parseToml, readPolicyTable } from "../../policy/toml.js";
import { withWorkspace } from "../condense/section.js";
import { ORIGINALS_FILE } from "../restore/schema.js";
import { checkConfig } from "./check.js";
import { type ConfigIssue, configError, type Source } from "./issues.js";
import { type GatewaySettings, SECTIONS } from "./settings.js";

/** Where to look for a configuration. */
export interface ConfigPlaces {
  /** The only file to read, fully trusted. @default the user's own file, overlaid by the workspace's */
  config?: string | undefined;
  /** The workspace. Its `tamis.toml` is untrusted and may set only numbers of reduction. @default the current folder */
  cwd?: string | undefined;
  /** Environment variables to read. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
}

/** A configuration and the files it came from. */
export interface LoadedConfig {
  /** The checked settings, every default filled in. */
  settings: GatewaySettings;
  /** Files that were read; later ones override earlier ones. */
  files: readonly string[];
  /** Files to watch: all that would be read if they existed. */
  watched: readonly string[];
  /** The merged tables, as in a file. */
  table: Record<string, unknown>;
  /** The user's own file, as it was read; undefined where there is none. */
  trusted?: Source | undefined;
}

type Table = Record<string, unknown>;

/**
 * Reads the configuration: `config` alone, or the user's file overlaid by the workspace's.
 *
 * @throws TamisError `CONFIG_INVALID` with file, line and column; `CONFIG_UNTRUSTED` if a workspace's file sets a key
 * that only the user may set; a system error if `config` cannot be read.
 */
export function loadConfig({ config, cwd = process.cwd(), env = process.env }: ConfigPlaces = {}): LoadedConfig {
  if (config !== undefined) {
    const source = notBlank({ name: config, text: readFileSync(config, "utf8") });
    const table = parse(source);
    const settings = withPaths(checkConfig(table, source), config);
    return { settings, files: [config], watched: [resolve(config)], table, trusted: source };
  }
  const [userFile, workspaceFile] = [userConfigFile(env), resolve(cwd, CONFIG_FILE)];
  const found = read(userFile);
  const user = found === undefined ? undefined : notBlank(found);
  const workspace = sameFile(userFile, workspaceFile) ? undefined : read(workspaceFile);
  const userTable = user === undefined ? {} : parse(user);
  let settings = checkConfig(userTable, user);
  let table = userTable;
  if (workspace !== undefined) {
    const overlay = parse(workspace);
    checkTrust(overlay, workspace);
    // Condensation has its own reader, which lays the workspace's table over the user's.
    const { condensation: _, ...policy } = overlay;
    table = layOver(userTable, policy);
    settings = checkConfig(table, workspace);
    settings = { ...settings, condensation: withWorkspace(settings.condensation, { cwd, env }) };
  }
  const files = [user, workspace].flatMap((source) => (source === undefined ? [] : [source.name]));
  settings = withPaths(settings, userFile);
  return { settings, files, watched: [userFile, workspaceFile], table, trusted: user };
}

/** Files are named as seen from the file that names them, wherever the gateway is started. */
function withPaths(settings: GatewaySettings, file: string): GatewaySettings {
  const gateway = { ...settings.gateway };
  for (const key of ["tlsCert", "tlsKey", "sessionFile"] as const) {
    const name = gateway[key];
    if (name !== undefined) gateway[key] = resolve(dirname(file), name);
  }
  const originals = { ...settings.originals };
  if (originals.store === "sqlite") originals.file = resolve(dirname(file), originals.file ?? ORIGINALS_FILE);
  if (originals.folder !== undefined) originals.folder = resolve(dirname(file), originals.folder);
  const audit = settings.audit && { file: resolve(dirname(file), settings.audit.file) };
  return { ...settings, gateway, originals, audit };
}

/**
 * A file without a word in it is one that is just being written: taken for "the defaults", it would send keys to hosts
 * that its author did not name.
 */
function notBlank(source: Source): Source {
  if (source.text.replace(/^\uFEFF/, "").trim() !== "") return source;
  const message = "the file is empty; a comment in it makes it mean the defaults";
  throw configError("CONFIG_INVALID", [{ path: [], message }], source);
}

/**
 * Why a configuration read anew must not replace the one in use: its file is gone, or is the beginning of what it was,
 * or names no upstream any more where one was named. Undefined where it may.
 */
export function unfinished(before: LoadedConfig, now: LoadedConfig): string | undefined {
  const [old, fresh] = [before.trusted, now.trusted];
  if (old !== undefined && fresh === undefined) return `${old.name} is gone`;
  if (old !== undefined && fresh !== undefined && old.name === fresh.name) {
    const text = fresh.text.trimEnd();
    if (text.length < old.text.trimEnd().length && old.text.startsWith(text))
      return `${fresh.name} is the beginning of what it was, as a file that is being written`;
  }
  const lost = upstreamNames(before.table).filter((name) => !upstreamNames(now.table).includes(name));
  return lost.length === 0
    ? undefined
    : `${fresh?.name ?? "the configuration"} names no upstreams.${lost[0]} any more, whose requests would go to another host; start anew to have that`;
}

function upstreamNames({ upstreams }: Table): string[] {
  const table = asTable(upstreams);
  const groups = Object.keys(asTable(table.groups));
  // A provider's group and its address are two forms of one name.
  const names = [...Object.keys(table).filter((name) => name !== "groups"), ...groups].map(camelCase);
  return [...names, ...ruleNames(table, "named"), ...ruleNames(table, "groups")];
}

/** Rules that send requests to an upstream: `named.groq.models`. */
const ruleNames = (upstreams: Table, kind: string): string[] =>
  Object.entries(asTable(upstreams[kind])).flatMap(([name, one]) =>
    Object.keys(asTable(one)).flatMap((key) => (key === "models" || key === "header" ? `${kind}.${name}.${key}` : [])),
  );

function read(name: string): Source | undefined {
  try {
    return { name, text: readFileSync(name, "utf8") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function parse(source: Source): Table {
  try {
    return parseToml(source.text.replace(/^\uFEFF/, ""), { source: source.name });
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new TamisError("CONFIG_INVALID", error.message, { issues: error.issues, cause: error });
  }
}

function sameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** Keys that a workspace may set: which results are masked and when, in numbers and names. Never an address. */
const WORKSPACE_KEYS = ["version", "enabled", "trigger", "mask", "cache", "budget", "truncate", "condensation"];
const WORKSPACE_SEED_KEYS = ["windowTurns", "keepErrors", "keepLastKPerTool"];

/** @throws TamisError `CONFIG_UNTRUSTED` for a key that a workspace's file may not set */
export function checkTrust(table: Table, source: Source): void {
  const allowed = [...WORKSPACE_KEYS, ...WORKSPACE_SEED_KEYS];
  const message =
    "a workspace's file may not set this; put it into your own configuration (tamis config show names the file), or name this file with --config";
  const foreign = Object.keys(table).filter((key) => !allowed.includes(camelCase(key)));
  const issues: ConfigIssue[] = foreign.map((key) => ({ path: [key], message }));
  // The placeholder's text becomes part of prompts, so it could carry a prompt.
  if (Object.hasOwn(asTable(table.mask), "placeholder")) issues.push({ path: ["mask", "placeholder"], message });
  if (issues.length > 0) throw configError("CONFIG_UNTRUSTED", issues, source);
}

/** Lays the workspace's policy over the default one, wherever the default is defined. */
function layOver(under: Table, over: Table): Table {
  const policies = asTable(under.policies);
  if (Object.hasOwn(policies, "default")) {
    return { ...under, policies: { ...policies, default: overPolicy(asTable(policies.default), over) } };
  }
  const isSection = ([key]: [string, unknown]) => SECTIONS.includes(key);
  const entries = Object.entries(under);
  const sections = Object.fromEntries(entries.filter(isSection));
  const policy = Object.fromEntries(entries.filter((entry) => !isSection(entry)));
  return { ...sections, ...overPolicy(policy, over) };
}

/**
 * The workspace's keys over the user's, each of them in whatever spelling it has: what the workspace does not name stays.
 * What it may change is what is left alone, never what is edited beyond the user's own words.
 */
function overPolicy(under: Table, over: Table): Table {
  const [was, is] = [kindOf(under), kindOf(over)];
  if (is === undefined) return joinTables(under, over);
  const { summarizer, ...own } = under;
  // A MaskPolicy's defaults are others than the library's: only all of its settings together mean the same.
  const user = was === "seed" ? (readPolicyTable(own).policy.settings as unknown as Table) : own;
  const joined = joinTables(user, is === "seed" ? inLibraryKeys(over) : over);
  const narrowed = narrow(joined, readPolicyTable(own).policy.settings);
  return summarizer === undefined ? narrowed : { ...narrowed, summarizer };
}

/** A MaskPolicy's numbers in the library's keys. */
function inLibraryKeys(table: Table): Table {
  const mask = Object.entries(table).filter(([key]) => WORKSPACE_SEED_KEYS.includes(camelCase(key)));
  const rest = Object.entries(table).filter(([key]) => !WORKSPACE_SEED_KEYS.includes(camelCase(key)));
  return { ...Object.fromEntries(rest), mask: Object.fromEntries(mask) };
}

/** `table` with everything of `mask` and `enabled` that would edit more than the user's settings put back to theirs. */
function narrow(table: Table, user: Policy["settings"]): Table {
  const mask = { ...asTable(table.mask) };
  const set = (name: string, choose: (value: unknown) => unknown) => {
    const key = Object.keys(mask).find((written) => camelCase(written) === name);
    if (key !== undefined) mask[key] = choose(mask[key]);
  };
  const atLeast = (least: number | null | undefined) => (value: unknown) =>
    typeof value === "number" && typeof least === "number" ? Math.max(value, least) : value;
  // Of no turns at all: masking is off.
  set("windowTurns", user.mask.windowTurns <= 0 ? () => user.mask.windowTurns : atLeast(user.mask.windowTurns));
  set("minChars", atLeast(user.mask.minChars));
  set("keepLastKPerTool", atLeast(user.mask.keepLastKPerTool));
  set("keepErrors", (value) => (user.mask.keepErrors ? true : value));
  set("excludeTools", (value) => (Array.isArray(value) ? [...new Set([...user.mask.excludeTools, ...value])] : value));
  const enabled = table.enabled === true && !user.enabled ? { enabled: false } : {};
  return { ...table, ...(Object.keys(mask).length === 0 ? {} : { mask }), ...enabled };
}

function kindOf(table: Table): "seed" | "library" | undefined {
  const keys = Object.keys(table).map(camelCase);
  if (keys.some((key) => WORKSPACE_SEED_KEYS.includes(key) || key === "placeholderTemplate")) return "seed";
  return keys.some((key) => key !== "enabled" && key !== "summarizer") ? "library" : undefined;
}

const isObject = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asTable = (value: unknown): Table => (isObject(value) ? value : {});

function joinTables(under: Table, over: Table): Table {
  const joined = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const written = Object.keys(under).find((name) => camelCase(name) === camelCase(key)) ?? key;
    const before = joined[written];
    joined[written] = isObject(before) && isObject(value) ? joinTables(before, value) : value;
  }
  return joined;
}
