import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CONFIG_FILE, userConfigFile } from "../../base/config-file.js";
import { TamisError } from "../../base/errors.js";
import { readText } from "../../condensation/config/load.js";
import { narrowCondensation } from "../../condensation/config/workspace.js";
import { DEFAULT_POLICY, type Policy, withSettings } from "../../policy/policy.js";
import { parseToml } from "../../policy/toml.js";
import { camelCase } from "../../shape/spelling.js";
import { isRecord } from "../../text/json-value.js";
import { narrowPolicy } from "../../trust/narrow-policy.js";
import { readWorkspace } from "../../trust/workspace.js";
import { readWorkspaceFile, type WorkspaceFile } from "../../trust/workspace-file.js";
import { ORIGINALS_FILE } from "../restore/place.js";
import { checkConfig } from "./check.js";
import { type ConfigIssue, configError, type Source } from "./issues.js";
import type { GatewaySettings } from "./settings.js";

/** Where to look for a configuration. */
export interface ConfigPlaces {
  /** The only file to read, fully trusted. @default the user's own file, narrowed by the workspace's */
  config?: string | undefined;
  /** The workspace, whose `tamis.toml` may only narrow what the user's own configuration has. @default the current folder */
  cwd?: string | undefined;
  /** Environment variables to read. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
}

/** A key of a workspace's file that does not count. */
export interface IgnoredKey extends ConfigIssue {
  /** No workspace may set it; the user's own configuration asks for less already; or the key or its value is wrong. */
  why: "untrusted" | "overruled" | "invalid";
}

/** A workspace's file, and its keys that do not count. */
export interface LoadedWorkspace {
  /** The file, as it was read. */
  source: Source;
  /** Keys over the default policy in use. */
  ignored: readonly IgnoredKey[];
  /** The policy that comes of one of the user's, and all that does not count then. */
  over(policy: Policy): { policy: Policy; ignored: readonly IgnoredKey[] };
}

/** A configuration and the files it came from. */
export interface LoadedConfig {
  /** The checked settings, every default filled in. */
  settings: GatewaySettings;
  /** Files that were read; later ones override earlier ones. */
  files: readonly string[];
  /** Files to watch: all that would be read if they existed. */
  watched: readonly string[];
  /** The trusted tables, as in the user's own file. */
  table: Record<string, unknown>;
  /** The user's own file, as it was read; undefined where there is none. */
  trusted?: Source | undefined;
  /** The workspace's file; undefined where there is none. */
  workspace?: LoadedWorkspace | undefined;
}

type Table = Record<string, unknown>;

const DEFAULT = "default";

/**
 * Reads the configuration: `config` alone, or the user's file narrowed by the workspace's. Whatever a workspace's file is,
 * it stops nothing: its keys that do not count are in `workspace.ignored`.
 *
 * @throws TamisError `CONFIG_INVALID` with file, line and column; a system error if a file of the user's cannot be read.
 */
export function loadConfig({ config, cwd = process.cwd(), env = process.env }: ConfigPlaces = {}): LoadedConfig {
  if (config !== undefined) {
    const source = notBlank({ name: config, text: readFileSync(config, "utf8") });
    const table = parse(source);
    const settings = withPaths(checkConfig(table, source), config);
    return { settings, files: [config], watched: [resolve(config)], table, trusted: source };
  }
  const own = loadOwn(userConfigFile(env));
  const watched = [userConfigFile(env), resolve(cwd, CONFIG_FILE)];
  const file = readWorkspaceFile(cwd, userConfigFile(env));
  if (file === undefined) return { ...own, watched };
  return { ...own, ...narrowedBy(file, own.settings), watched, files: [...own.files, file.name] };
}

/** The user's own configuration; the defaults where there is no file. @throws As {@link loadConfig}. */
export function loadOwn(file: string): Omit<LoadedConfig, "watched" | "workspace"> {
  const text = readText(file);
  const user = text === undefined ? undefined : notBlank({ name: file, text });
  const table = user === undefined ? {} : parse(user);
  const settings = withPaths(checkConfig(table, user), file);
  return { settings, table, trusted: user, files: user === undefined ? [] : [file] };
}

/** Settings of the user's, narrowed by a workspace's file. */
export function narrowedBy(
  file: WorkspaceFile,
  settings: GatewaySettings,
): { settings: GatewaySettings; workspace: LoadedWorkspace } {
  const asked = readWorkspace(file);
  const { settings: less, ignored } = narrowCondensation(settings.condensation.settings, asked.condensation);
  const ofTable = ignored.map((one) => ({ ...one, path: ["condensation", ...one.path] }));
  const workspace: LoadedWorkspace = {
    source: asked.file,
    ignored: [],
    over(policy) {
      const narrowed = narrowPolicy(policy.settings, asked.policy);
      return {
        policy: narrowed.settings === policy.settings ? policy : withSettings(policy, narrowed.settings),
        ignored: [...asked.ignored, ...narrowed.ignored, ...ofTable],
      };
    },
  };
  const own = settings.policies.get(DEFAULT)?.policy ?? DEFAULT_POLICY;
  const condensation = { ...settings.condensation, settings: less };
  return withDefaultPolicy({ settings: { ...settings, condensation }, workspace }, own);
}

/**
 * The same configuration with another default policy of the user's, narrowed by the workspace's file, whose keys that do
 * not count are those over this policy.
 */
export function withDefaultPolicy<T extends Pick<LoadedConfig, "settings" | "workspace">>(loaded: T, own: Policy): T {
  const { settings, workspace } = loaded;
  const { policy, ignored } = workspace?.over(own) ?? { policy: own, ignored: [] };
  const { summarizer } = settings.policies.get(DEFAULT) ?? {};
  const policies = new Map([...settings.policies, [DEFAULT, { policy, summarizer }] as const]);
  return {
    ...loaded,
    settings: { ...settings, policies },
    ...(workspace === undefined ? {} : { workspace: { ...workspace, ignored } }),
  };
}

/** Files are named as seen from the file that names them, wherever the gateway is started. */
function withPaths(settings: GatewaySettings, file: string): GatewaySettings {
  const gateway = { ...settings.gateway };
  for (const key of ["tlsCert", "tlsKey", "sessionFile"] as const) {
    const name = gateway[key];
    if (name !== undefined) gateway[key] = resolve(dirname(file), name);
  }
  const originals = { ...settings.originals };
  const place = originals.path ?? (originals.store === "sqlite" ? ORIGINALS_FILE : undefined);
  if (place !== undefined) originals.path = resolve(dirname(file), place);
  return { ...settings, gateway, originals };
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
  return [...Object.keys(table).map(camelCase), ...ruleNames(table)];
}

/** Rules that send requests to an upstream: `named.groq.models`. */
const ruleNames = ({ named }: Table): string[] =>
  Object.entries(asTable(named)).flatMap(([name, one]) =>
    Object.keys(asTable(one)).flatMap((key) => (key === "models" || key === "header" ? `named.${name}.${key}` : [])),
  );

function parse(source: Source): Table {
  try {
    return parseToml(source.text.replace(/^\uFEFF/, ""), { source: source.name });
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new TamisError("CONFIG_INVALID", error.message, { issues: error.issues, cause: error });
  }
}

const asTable = (value: unknown): Table => (isRecord(value) ? value : {});
