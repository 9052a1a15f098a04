// Looks into the user's environment and an agent's own settings. Nothing is written, and no value of a credential leaves.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { TamisError } from "../base/errors.js";
import { parseToml } from "../policy/toml.js";
import { isRecord, type JsonRecord, parseRecord, valueAt as valueAtPath } from "../text/json-value.js";
import type { AgentProfile, ProfileCondition, ProfilePlace } from "./schema.js";

/** Where a launch takes place. */
export interface Surroundings {
  /** Environment variables. */
  env: NodeJS.ProcessEnv;
  /** The user's arguments for the agent. */
  args: readonly string[];
  /** The folder in which it is started. */
  cwd: string;
  /** The user's home folder. */
  home: string;
  /** The URL of the gateway that `tamis on` has started, without a path; undefined where there is none. */
  always?: string | undefined;
}

/** A settings file that could not be read. */
export interface UnreadFile {
  file: string;
  problem: string;
}

/** A value of the user's, and where it was found. */
export interface FoundValue {
  value: string;
  /** `ANTHROPIC_BASE_URL`, or `FILE: KEY`. */
  where: string;
  /** The file; undefined for a variable or an argument. */
  file: string | undefined;
}

/** In front of a variable that has settings in it. */
const IN_ENVIRONMENT = "environment:";

/** In front of an argument that has settings in it, or a file of them. */
const IN_ARGUMENTS = "arguments:";

interface Source {
  /** The file, the variable or the argument, for people. */
  file: string;
  table: JsonRecord;
  /** Whether it is a file that the user keeps, or one of the workspace. */
  kind: "own" | "workspace" | "none";
}

/** The user's settings for one agent. Files are read once. */
export class AgentSettings {
  readonly unread: UnreadFile[] = [];
  readonly #around: Surroundings;
  readonly #trust: AgentProfile["trust"];
  readonly #files = new Map<string, Source[]>();
  #trusts: boolean | undefined;

  constructor({ settings, trust }: Pick<AgentProfile, "settings" | "trust">, around: Surroundings) {
    this.#around = around;
    this.#trust = trust;
    for (const [id, patterns] of Object.entries(settings))
      this.#files.set(
        id,
        patterns.flatMap((pattern) => this.#sources(pattern)),
      );
  }

  /** Whether the agent has been told to trust this folder, or asks for no such thing. Nothing is read before it is asked. */
  get trustsFolder(): boolean {
    this.#trusts ??= this.#trust === undefined || this.#isTrusted(this.#trust);
    return this.#trusts;
  }

  holds(conditions: readonly ProfileCondition[]): boolean {
    return conditions.every((condition) => this.#isSo(condition));
  }

  /** The value at a place that counts: one of the workspace does so only where the agent trusts it. Undefined if it is not set. */
  find(place: ProfilePlace): FoundValue | undefined {
    return this.#first(place, ({ kind }) => kind !== "workspace" || this.trustsFolder);
  }

  /** The value at a place, whether the agent trusts the folder or not. */
  findAny(place: ProfilePlace): FoundValue | undefined {
    return this.#first(place, () => true);
  }

  /** The value that the workspace sets at a place, and that does not count. */
  findUntrusted(place: ProfilePlace): FoundValue | undefined {
    if (place.in === "environment") return undefined;
    return this.#first(place, ({ kind }) => kind === "workspace" && !this.trustsFolder);
  }

  #first({ in: id, key }: ProfilePlace, counts: (source: Source) => boolean): FoundValue | undefined {
    if (id === "environment") {
      const value = this.#around.env[key]?.trim();
      return value ? { value, where: key, file: undefined } : undefined;
    }
    for (const source of this.#files.get(id) ?? []) {
      const { file, table, kind } = source;
      const value = valueAt(table, key);
      if (value !== undefined && value !== null && value !== "" && counts(source))
        return { value: textOf(value), where: `${file}: ${key}`, file: kind === "none" ? undefined : file };
    }
    return undefined;
  }

  /** Entries that count of a table in the settings. An entry of an earlier file hides that of a later one. */
  entries(
    id: string,
    key: string | readonly string[],
  ): { name: string; entry: JsonRecord; where: string; file: string | undefined }[] {
    const found = new Map<string, { name: string; entry: JsonRecord; where: string; file: string | undefined }>();
    for (const { file, table, kind } of this.#files.get(id) ?? []) {
      const entries = valueAt(table, key);
      const isLeft = !isRecord(entries) || (kind === "workspace" && !this.trustsFolder);
      for (const [name, entry] of Object.entries(isLeft ? {} : entries))
        if (!found.has(name) && isRecord(entry))
          found.set(name, { name, entry, where: file, file: kind === "none" ? undefined : file });
    }
    return [...found.values()];
  }

  /** The values at a place in all files, as texts. One of the workspace counts whether the agent trusts it or not. */
  texts({ in: id, key }: ProfilePlace): string[] {
    const values = (this.#files.get(id) ?? []).map(({ table }) => valueAt(table, key));
    return values.flatMap((value) => (value === undefined || value === null ? [] : [textOf(value)]));
  }

  /** What an argument of the user's has in it: an empty table where it is not given, undefined where it cannot be read. */
  argument(name: string): JsonRecord | undefined {
    const value = lastValueOf(name, this.#around.args);
    return value === undefined ? {} : this.#readArgument(name, value)[0]?.table;
  }

  #isSo({ in: id, key, is }: ProfileCondition): boolean {
    if (id === "arguments") {
      const pattern = new RegExp(key ?? "");
      return this.#around.args.some((arg) => pattern.test(arg)) === (is !== "unset");
    }
    if (key === undefined) return (this.#files.get(id) ?? []).length > 0 === (is !== "unset");
    // Of the workspace as well: an agent may heed it all the same, as Claude Code does in print mode.
    const found = this.findAny({ in: id, key });
    if (is === "true") return /^(1|true|yes|on)$/i.test(found?.value ?? "");
    return (found !== undefined) === (is === "set");
  }

  #sources(pattern: string): Source[] {
    if (pattern.startsWith(IN_ENVIRONMENT)) {
      const name = pattern.slice(IN_ENVIRONMENT.length);
      return tableIn(this.#around.env[name]).map((table) => ({ file: name, table, kind: "none" }));
    }
    if (pattern.startsWith(IN_ARGUMENTS)) {
      const name = pattern.slice(IN_ARGUMENTS.length);
      const value = lastValueOf(name, this.#around.args);
      return value === undefined ? [] : this.#readArgument(name, value);
    }
    const { cwd, home } = this.#around;
    const kind = /\{(cwd|up)\}/.test(pattern) && cwd !== home ? "workspace" : "own";
    return expand(pattern, this.#around).flatMap((file) =>
      this.#read(file).map((table) => ({ file, table, kind }) as const),
    );
  }

  #readArgument(name: string, value: string): Source[] {
    if (value.trimStart().startsWith("{")) return tableIn(value).map((table) => ({ file: name, table, kind: "none" }));
    const file = resolve(this.#around.cwd, value);
    return this.#read(file).map((table) => ({ file, table, kind: "own" }));
  }

  /** The nearest folder of which the agent's file says something decides. */
  #isTrusted({ files, key, values, any }: NonNullable<AgentProfile["trust"]>): boolean {
    if (any.some((condition) => this.#isSo(condition))) return true;
    const tables = files.flatMap((pattern) => expand(pattern, this.#around)).flatMap((file) => this.#read(file));
    for (const folder of foldersAbove(this.#around.cwd))
      for (const name of [folder, folder.replaceAll("\\", "/")])
        for (const table of tables) {
          const path = key.map((part) => part.replace("{folder}", () => name));
          const value = valueAt(table, path);
          if (value !== undefined && value !== false) return values.some((trusted) => trusted === value);
        }
    return false;
  }

  #read(file: string): JsonRecord[] {
    let text: string;
    try {
      text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (!["ENOENT", "ENOTDIR"].includes(code)) this.unread.push({ file, problem: code || message });
      return [];
    }
    try {
      const table = tableOf(file, text);
      return isRecord(table) ? [table] : [];
    } catch {
      this.unread.push({ file, problem: "it cannot be read" });
      return [];
    }
  }
}

function tableOf(file: string, text: string): unknown {
  if (file.endsWith(".env")) return parseEnv(text);
  if (file.endsWith(".yaml")) return flatYaml(text);
  return file.endsWith(".toml") ? parseToml(text, { source: file }) : JSON.parse(withoutComments(text));
}

/** The texts of a YAML file that stand in a line of their own at its top level: base URLs do. */
function flatYaml(text: string): JsonRecord {
  const lines = text.matchAll(/^([\w.-]+):[ \t]+(["']?)(\S.*?)\2[ \t]*(?:[ \t]#.*)?$/gm);
  return Object.fromEntries([...lines].map(([, key, , value]) => [key, value]));
}

/** JSON in a variable or an argument. What is not understood there is the agent's own business. */
function tableIn(text = ""): JsonRecord[] {
  const table = parseRecord(withoutComments(text));
  return table === undefined ? [] : [table];
}

/** The arguments in front of `--`: what is behind it is no option of the agent's. */
export const ownArguments = (args: readonly string[]): readonly string[] =>
  args.includes("--") ? args.slice(0, args.indexOf("--")) : args;

/** Where each option of a name has its value: `--name value` or `--name=value`. */
export function optionAt(name: string, args: readonly string[]): { at: number; count: number; value: string }[] {
  return ownArguments(args).flatMap((arg, at) => {
    if (arg.startsWith(`${name}=`)) return [{ at, count: 1, value: arg.slice(name.length + 1) }];
    const value = args[at + 1];
    return arg === name && value !== undefined ? [{ at, count: 2, value }] : [];
  });
}

/** Agents take the last one. */
const lastValueOf = (name: string, args: readonly string[]): string | undefined => optionAt(name, args).at(-1)?.value;

/** A folder and those above it, the nearest first. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** A folder and those above it to the top of its repository; the user's home is none of a workspace. */
function workspaceFolders({ cwd, home }: Surroundings): string[] {
  const all = foldersAbove(cwd);
  const top = all.findIndex((folder) => existsSync(join(folder, ".git")));
  return all.slice(0, top === -1 ? undefined : top + 1).filter((folder) => folder === cwd || folder !== home);
}

/** `{cwd}`, `{up}`, `{home}` and `{NAME:-default}` in a file's name; nothing where the name stays empty. */
export function expand(pattern: string, around: Surroundings): string[] {
  const { env, cwd, home } = around;
  const variable = /\{([A-Z][A-Z0-9_]*):-((?:[^{}]|\{[a-z]+\})*)\}/g;
  const file = pattern
    .replace(variable, (_, name: string, fallback: string) => env[name] || fallback)
    .replaceAll("{cwd}", () => cwd)
    .replaceAll("{home}", () => home);
  if (file.includes("{up}")) return workspaceFolders(around).map((folder) => file.replace("{up}", () => folder));
  return file === "" ? [] : [file];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : JSON.stringify(value));

/** The value at a dotted path, or at a list of names. */
export function valueAt(table: JsonRecord, key: string | readonly string[]): unknown {
  return valueAtPath(table, typeof key === "string" ? key.split(".") : key);
}

/** The object of a text that is JSON without comments; an empty text is an empty object. Undefined for any other. */
export const plainObject = (text = ""): JsonRecord | undefined =>
  parseRecord(text.replace(/^\uFEFF/, "").trim() || "{}");

/** The same of a file that is to be changed; undefined: there is no file. @throws TamisError `CONFIG_INVALID` */
export function objectOf(text: string | undefined, file: string): JsonRecord {
  const table = plainObject(text);
  if (table !== undefined) return table;
  throw new TamisError("CONFIG_INVALID", `${file}: it is no JSON object without comments, so nothing is changed in it`);
}

/** The table that has the last name of a path, made where there is none; undefined where something else is on the way. */
export function innermost(table: JsonRecord, path: readonly string[]): JsonRecord | undefined {
  let inner = table;
  for (const key of path.slice(0, -1)) {
    inner[key] ??= {};
    const next = inner[key];
    if (!isRecord(next)) return undefined;
    inner = next;
  }
  return inner;
}

/** JSON without comments and without commas before a closing bracket, as agents write their settings. */
function withoutComments(text: string): string {
  const parts = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  return parts.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ""));
}
