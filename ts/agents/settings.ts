// Looks into the user's environment and an agent's own settings. Nothing is written, and no value of a credential leaves.
import { readFileSync } from "node:fs";
import { parseToml } from "../policy/toml.js";
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
}

/** In front of a variable that has settings in it. */
const IN_ENVIRONMENT = "environment:";

type Json = Record<string, unknown>;

/** The user's settings for one agent. Files are read once. */
export class AgentSettings {
  readonly unread: UnreadFile[] = [];
  readonly #around: Surroundings;
  readonly #files = new Map<string, { file: string; table: Json }[]>();

  constructor({ settings }: Pick<AgentProfile, "settings">, around: Surroundings) {
    this.#around = around;
    for (const [id, files] of Object.entries(settings)) {
      this.#files.set(
        id,
        files.flatMap((pattern) =>
          pattern.startsWith(IN_ENVIRONMENT)
            ? this.#readVariable(pattern.slice(IN_ENVIRONMENT.length))
            : this.#read(expand(pattern, around)),
        ),
      );
    }
  }

  /** Whether all conditions hold. */
  holds(conditions: readonly ProfileCondition[]): boolean {
    return conditions.every((condition) => this.#isSo(condition));
  }

  /** The value at a place; undefined if it is not set. */
  find({ in: id, key }: ProfilePlace): FoundValue | undefined {
    if (id === "environment") {
      const value = this.#around.env[key]?.trim();
      return value ? { value, where: key } : undefined;
    }
    for (const { file, table } of this.#files.get(id) ?? []) {
      const value = valueAt(table, key);
      if (value !== undefined && value !== null && value !== "")
        return { value: textOf(value), where: `${file}: ${key}` };
    }
    return undefined;
  }

  /** Entries of a table in the settings. An entry of an earlier file hides that of a later one. */
  entries(id: string, key: string | readonly string[]): [name: string, entry: Json, file: string][] {
    const found = new Map<string, [string, Json, string]>();
    for (const { file, table } of this.#files.get(id) ?? []) {
      const entries = valueAt(table, key);
      for (const [name, entry] of Object.entries(isObject(entries) ? entries : {}))
        if (!found.has(name) && isObject(entry)) found.set(name, [name, entry, file]);
    }
    return [...found.values()];
  }

  #isSo({ in: id, key, is }: ProfileCondition): boolean {
    if (id === "arguments") {
      const pattern = new RegExp(key ?? "");
      return this.#around.args.some((arg) => pattern.test(arg)) === (is !== "unset");
    }
    if (key === undefined) return (this.#files.get(id) ?? []).length > 0 === (is !== "unset");
    const found = this.find({ in: id, key });
    if (is === "true") return /^(1|true|yes|on)$/i.test(found?.value ?? "");
    return (found !== undefined) === (is === "set");
  }

  /** Settings that stand in a variable, as JSON. What is not understood there is the agent's own business. */
  #readVariable(name: string): { file: string; table: Json }[] {
    try {
      const table: unknown = JSON.parse(withoutComments(this.#around.env[name] ?? ""));
      return isObject(table) ? [{ file: name, table }] : [];
    } catch {
      return [];
    }
  }

  #read(file: string): { file: string; table: Json }[] {
    let text: string;
    try {
      text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (!["ENOENT", "ENOTDIR"].includes(code)) this.unread.push({ file, problem: code || message });
      return [];
    }
    try {
      const table: unknown = file.endsWith(".toml")
        ? parseToml(text, { source: file })
        : JSON.parse(withoutComments(text));
      return isObject(table) ? [{ file, table }] : [];
    } catch {
      this.unread.push({ file, problem: "it cannot be read" });
      return [];
    }
  }
}

/** `{cwd}`, `{home}` and `{NAME:-default}` in a file's name. */
export function expand(pattern: string, { env, cwd, home }: Surroundings): string {
  const variable = /\{([A-Z][A-Z0-9_]*):-((?:[^{}]|\{[a-z]+\})*)\}/g;
  return pattern
    .replace(variable, (_, name: string, fallback: string) => env[name] || fallback)
    .replaceAll("{cwd}", () => cwd)
    .replaceAll("{home}", () => home);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : JSON.stringify(value));

/** The value at a dotted path, or at a list of names. */
export function valueAt(table: Json, key: string | readonly string[]): unknown {
  const names = typeof key === "string" ? key.split(".") : key;
  return names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    table,
  );
}

/** JSON without comments and without commas before a closing bracket, as agents write their settings. */
function withoutComments(text: string): string {
  const parts = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : " ",
  );
  return parts.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ""));
}
