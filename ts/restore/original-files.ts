// Originals as files that an agent on the same machine can read with its own tools.
//
//   originals.key                    the key of handles, 32 bytes
//   originals/<handle>.txt           the text, as the tool gave it
//
// A file that is there is only touched: its name is made of its content, so an agent that is resumed keeps its originals on
// a full disk, and those of conversations that go on are the newest.

import { existsSync, lstatSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import { spellValue, valueHandle } from "../base/value-handle.js";
import { namesIn, writeSafely } from "../base/write-safely.js";
import { isWellFormed } from "../text/surrogates.js";
import type { ToolResult } from "../wires/transcript.js";
import type { ContentStore, StoreLimits, StoreScope } from "./content-store.js";
import { createKey, type HandleScope, handleOf, isHandle } from "./handle.js";
import { readKeyFile } from "./key-file.js";
import { forgetOldest, type ResolvedLimits, resolveLimits, type StoredFile } from "./limits.js";

const PRIVATE_FOLDER = 0o700;
/** How a text is written: one that the machine loses in a crash is kept again by the next request. */
const KEPT = { mode: 0o600, links: "replace", durable: false } as const;
/** After forgetting, the folder has room for some more files. */
const LOW_WATERMARK = 0.9;
/** Share of the limit that may be written before the folder is looked through again. */
const LOOK_AT = 0.1;
/** Whoever wrote such a file has ended. */
const STALE_TEMPORARY_MS = 3_600_000;
const NAME = /^[0-9a-f]{32}\.txt(\.\d+\.[0-9a-f]+\.tmp)?$/;

/** A folder of originals. */
export class OriginalFiles implements ContentStore {
  /** The key of its handles; another one each time where none can be kept. */
  readonly key: HandleScope["key"];
  readonly #folder: string;
  readonly #limits: ResolvedLimits;
  readonly #isKeyGiven: boolean;
  /** Why nothing can be kept. */
  #problem: string | undefined;
  /** Bytes written since the folder was looked through. */
  #written = 0;

  /**
   * Opens a folder, and makes it if there is none; only its owner can read it. One that cannot be used keeps nothing: each
   * {@link put} rejects, until what is in the way is gone.
   *
   * @param key The key of its handles. @default the one in the file beside the folder
   * @throws TamisError `OPTION_INVALID` for wrong limits.
   */
  constructor(folder: string, limits: StoreLimits = {}, key?: HandleScope["key"]) {
    this.#folder = folder;
    this.#limits = resolveLimits(limits);
    this.#isKeyGiven = key !== undefined;
    this.#problem = problemOf(() => makeFolder(folder, PRIVATE_FOLDER));
    let kept = key;
    const ofKey = problemOf(() => {
      kept ??= readKeyFile(this.#keyFile);
    });
    this.#problem ??= ofKey;
    this.key = kept ?? createKey();
  }

  get #keyFile(): string {
    return `${this.#folder}.key`;
  }

  /** What was in the way may be gone: a disk has room again. @throws Error while nothing can be kept */
  #tryAgain(): void {
    this.#problem = problemOf(() => {
      makeFolder(this.#folder, PRIVATE_FOLDER);
      // Markers name handles of this key by now, and the next process is to write the same.
      if (!this.#isKeyGiven && !Buffer.from(this.key).equals(readKeyFile(this.#keyFile, Buffer.from(this.key))))
        throw new Error(`${this.#keyFile}: another process has written another key`);
    });
    if (this.#problem !== undefined) throw new Error(this.#problem);
  }

  pathOf(handle: string): string {
    return join(this.#folder, `${handle}.txt`);
  }

  /** The file of a result's original; undefined if there is none, and for a result of several texts. */
  fileOf({ content }: ToolResult, tenant: string): string | undefined {
    const token = tokenOf(content);
    if (token === undefined) return undefined;
    const path = this.pathOf(valueHandle(token, { key: this.key, tenant }));
    return existsSync(path) ? path : undefined;
  }

  async get(handle: string, { tenant }: StoreScope): Promise<Uint8Array | undefined> {
    if (!isHandle(handle)) return undefined;
    const path = this.pathOf(handle);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || this.#isOld(found.mtimeMs)) return undefined;
    const text = readFileSync(path, "utf8");
    const isIt = (token: Uint8Array) => handleOf(token, { key: this.key, tenant }) === handle;
    return tokensOf(text).map(Buffer.from).find(isIt);
  }

  async put(handle: string, token: Uint8Array): Promise<void> {
    if (this.#problem !== undefined) this.#tryAgain();
    if (!isHandle(handle)) throw new Error(`${handle}: this is no handle`);
    const path = this.pathOf(handle);
    if (this.#touched(path)) return;
    const data = Buffer.from(textOf(token));
    if (data.length > this.#limits.maxBytes) throw new Error(`a text of ${data.length} bytes is above the limit`);
    makeFolder(this.#folder, PRIVATE_FOLDER);
    writeSafely(path, data, KEPT);
    this.#touched(path);
    this.#written += data.length;
    if (this.#written > LOOK_AT * this.#limits.maxBytes) this.forget();
  }

  /** Removes old files, and the oldest until the rest fits well. Linear in their number, apart from sorting them. */
  forget(): void {
    this.#written = 0;
    const files = this.#files();
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const room = total <= this.#limits.maxBytes ? total : LOW_WATERMARK * this.#limits.maxBytes;
    const isStale = ({ path, writtenAt }: StoredFile) =>
      path.endsWith(".tmp") && this.#limits.now() - writtenAt > STALE_TEMPORARY_MS;
    forgetOldest(files, (file) => isStale(file) || this.#isOld(file.writtenAt), room);
  }

  #isOld(writtenAt: number): boolean {
    return this.#limits.now() - writtenAt >= this.#limits.ttlMs;
  }

  /** Makes a file that is there one of the newest. */
  #touched(path: string): boolean {
    const now = this.#limits.now() / 1000;
    try {
      if (!lstatSync(path).isFile()) return false;
      utimesSync(path, now, now);
      return true;
    } catch {
      return false;
    }
  }

  #files(): StoredFile[] {
    const names = namesIn(this.#folder).filter((name) => NAME.test(name));
    return names.flatMap((name) => {
      const path = join(this.#folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      const { size = 0, mtimeMs = 0 } = found ?? {};
      return found?.isFile() ? [{ path, bytes: size, writtenAt: mtimeMs }] : [];
    });
  }
}

/** The one value of a result that has a handle, as JSON. */
function tokenOf(content: ToolResult["content"]): string | undefined {
  if (content.kind === "text") return JSON.stringify(content.text);
  if (content.kind === "object" && content.texts.length > 0) return JSON.stringify(content.value);
  const [text, another] = content.kind === "parts" ? content.texts : [];
  return text === undefined || another !== undefined ? undefined : JSON.stringify(text);
}

/** Why something fails; undefined where it does not. */
function problemOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** A value as a person reads it. @throws Error for a text that no file can have */
function textOf(token: Uint8Array): string {
  const json = Buffer.from(token).toString("utf8");
  const value: unknown = JSON.parse(json);
  const text = typeof value === "string" ? value : (onlyOutput(value) ?? json);
  if (!isWellFormed(text)) throw new Error("a text with half of a surrogate pair cannot be a file");
  return text;
}

/** The text of Gemini's answer of a tool that has nothing else. */
function onlyOutput(value: unknown): string | undefined {
  const { output, ...others } = Object(value) as { output?: unknown };
  return typeof output === "string" && Object.keys(others).length === 0 ? output : undefined;
}

/** The values that a text may be of, as JSON. */
const tokensOf = (text: string): string[] => [JSON.stringify(text), JSON.stringify({ output: text }), spellValue(text)];
