// An agent's own settings for a gateway that is always there: the smallest change, and the way back from it.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { TamisError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { writeSafely } from "../../base/write-safely.js";
import { isRecord, type JsonRecord, valueAt } from "../../text/json-value.js";
import { innermost, objectOf } from "../settings.js";
import { claudeHome, codexHome, configHome, type UserPlace } from "../user-place.js";

/** Agents whose settings can point to a gateway for good. */
export const ALWAYS_AGENTS = ["claude", "codex", "opencode"] as const;

/** One of {@link ALWAYS_AGENTS}. */
export type AlwaysAgent = (typeof ALWAYS_AGENTS)[number];

/** A file as it was and as it becomes. */
export interface SettingsChange {
  file: string;
  /** Undefined where there is no file. */
  before: string | undefined;
  after: string;
  /** What is added, for people. */
  added: readonly string[];
}

export interface WrittenChange extends SettingsChange {
  /** Folders that were made for it, the deepest first. */
  folders: readonly string[];
}

type JsonValue = readonly [path: readonly string[], value: unknown];

const OPEN = "# >>> tamis on";
const CLOSE = "# <<< tamis on";

/**
 * The change that points an agent to a gateway; nothing is written.
 *
 * @param url The gateway's.
 * @throws TamisError `CONFIG_INVALID` where the settings cannot be read, or name a server already: that stays as it is.
 */
export function planAlways(agent: AlwaysAgent, place: UserPlace, url: string): SettingsChange {
  if (agent === "codex") return planCodex(codexHome(place), url);
  const file =
    agent === "claude"
      ? join(claudeHome(place), "settings.json")
      : join(configHome(place), "opencode", "opencode.json");
  return planJson(file, valuesOf(agent, url));
}

function valuesOf(agent: "claude" | "opencode", url: string): JsonValue[] {
  if (agent === "claude")
    return [
      [["env", "ANTHROPIC_BASE_URL"], `${url}/anthropic`],
      [["env", "ENABLE_TOOL_SEARCH"], "true"],
      [["env", "_CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL"], "1"],
    ];
  const bases = { anthropic: "/anthropic/v1", openai: "/openai/v1", google: "/gemini/v1beta" };
  return Object.entries(bases).map(([name, path]) => [["provider", name, "options", "baseURL"], `${url}${path}`]);
}

function planJson(file: string, values: readonly JsonValue[]): SettingsChange {
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const table = objectOf(before, file);
  const added: string[] = [];
  for (const [path, value] of values) {
    const found = valueAt(table, path);
    if (found === value) continue;
    if (found !== undefined) throw isSet(file, path.join("."));
    setIn(table, path, value, file);
    added.push(`${path.join(".")} = ${JSON.stringify(value)}`);
  }
  return { file, before, after: added.length === 0 ? (before ?? "") : textOf(table), added };
}

const textOf = (table: JsonRecord): string => `${JSON.stringify(table, undefined, 2)}\n`;

const isSet = (file: string, key: string) =>
  new TamisError(
    "CONFIG_INVALID",
    `${file} sets ${key} already; to keep that server, name it as an upstream in your configuration and take it out there`,
  );

function setIn(table: JsonRecord, path: readonly string[], value: unknown, file: string): void {
  const inner = innermost(table, path);
  const other = path.find((_, at) => !isRecord(valueAt(table, path.slice(0, at + 1))));
  if (inner === undefined)
    throw new TamisError("CONFIG_INVALID", `${file}: ${other} is no object, so nothing is changed`);
  inner[path.at(-1) ?? ""] = value;
}

/** The rest of the file stays as it is, with its comments. A key of the top must come before the first table. */
function planCodex(folder: string, url: string): SettingsChange {
  const file = join(folder, "config.toml");
  const now = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  // Blocks that are left of an earlier time may name another port.
  const before = now && withoutBlocks(now, []);
  // A byte order mark is one at the beginning alone.
  const [, mark = "", text = ""] = /^(\uFEFF?)(.*)$/s.exec(before ?? "") ?? [];
  if (/^\s*model_provider\s*=/m.test(text)) throw isSet(file, "model_provider");
  if (/^\s*\[model_providers\.("?)tamis\1\]/m.test(text)) throw isSet(file, "model_providers.tamis");
  if (/^\s*openai_base_url\s*=/m.test(text)) throw isSet(file, "openai_base_url");
  const base = `${url}/openai/v1`;
  const block = (lines: readonly string[]) => (lines.length === 0 ? "" : `${OPEN}\n${lines.join("\n")}\n${CLOSE}\n`);
  const rest = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const { top, table } = hasLogin(join(folder, "auth.json")) ? codexBase(base) : codexProvider(base);
  const after = `${mark}${block(top)}${rest}${block(table)}`;
  return { file, before, after, added: after === now ? [] : [...top, ...table] };
}

/** Conversations stay those of Codex's own provider: they can be resumed with and without. */
const codexBase = (base: string) => ({ top: [`openai_base_url = "${base}"`], table: [] });

/** Without a login Codex's own provider sends no key. */
const codexProvider = (base: string) => ({
  top: ['model_provider = "tamis"'],
  table: [
    ...["[model_providers.tamis]", 'name = "OpenAI"', `base_url = "${base}"`, 'wire_api = "responses"'],
    'env_key = "OPENAI_API_KEY"',
  ],
});

/** @throws TamisError for a ChatGPT login, whose server is another than the gateway's */
function hasLogin(file: string): boolean {
  if (!existsSync(file)) return false;
  if (objectOf(readFileSync(file, "utf8"), file).OPENAI_API_KEY) return true;
  throw new TamisError(
    "CONFIG_INVALID",
    `${file} is a ChatGPT login, which needs \`tamis codex\`; nothing was changed`,
  );
}

/** Writes a change. @throws a system error; the file is as it was then */
export function writeAlways(change: SettingsChange): WrittenChange {
  const { file, after } = change;
  const folders: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) folders.push(folder);
  makeFolder(dirname(file));
  writeSafely(file, after, PRIVATE);
  return { ...change, folders };
}

/** Of a new file; settings may be a link into a folder that is kept elsewhere. */
const PRIVATE = { newMode: 0o600 };

/**
 * Undoes a change: to the byte where the file is as it was written; where the user has changed it since, what is ours goes and
 * the rest stays.
 *
 * @returns whether the file is as it was before, to the byte.
 */
export function undoAlways({ file, before, after, added, folders }: WrittenChange): boolean {
  if (!existsSync(file)) return before === undefined;
  const now = readFileSync(file, "utf8");
  if (now === after) {
    if (before === undefined) removeEmpty(file, folders);
    else writeSafely(file, before);
    return true;
  }
  writeSafely(file, file.endsWith(".toml") ? withoutBlocks(now, added) : withoutOurs(now, before, after, file));
  return false;
}

function removeEmpty(file: string, folders: readonly string[]): void {
  rmSync(file);
  for (const folder of folders) {
    if (readdirSync(folder).length > 0) break;
    rmdirSync(folder);
  }
}

/** Takes out our blocks, whatever ends lines by now; of one whose end is gone, the lines that are still as they were written. */
function withoutBlocks(text: string, added: readonly string[]): string {
  const lines = text.split("\n");
  const plain = lines.map((line) => line.replace(/^\uFEFF/, "").trimEnd());
  for (let at = plain.lastIndexOf(OPEN); at >= 0; at = plain.lastIndexOf(OPEN)) {
    const rest = plain.slice(at + 1);
    const [end, next] = [rest.indexOf(CLOSE), rest.indexOf(OPEN)];
    const isWhole = end >= 0 && (next < 0 || end < next);
    const other = rest.findIndex((line) => !added.includes(line));
    const count = 1 + (isWhole ? end + 1 : other < 0 ? rest.length : other);
    for (const list of [lines, plain]) list.splice(at, count);
  }
  return lines.join("\n");
}

/** Takes out each member that was added and still has the value that it was given. */
function withoutOurs(now: string, before: string | undefined, after: string, file: string): string {
  const table = objectOf(now, file);
  removeAdded(table, objectOf(before, file), objectOf(after, file));
  return textOf(table);
}

function removeAdded(now: JsonRecord, before: JsonRecord, after: JsonRecord): void {
  for (const [key, value] of Object.entries(after)) {
    const [inner, old] = [now[key], before[key]];
    if (isRecord(value) && isRecord(inner)) {
      removeAdded(inner, isRecord(old) ? old : {}, value);
      if (old === undefined && Object.keys(inner).length === 0) delete now[key];
    } else if (old === undefined && inner === value) delete now[key];
  }
}
