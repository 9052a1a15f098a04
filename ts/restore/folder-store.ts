// A store as a folder of files, for processes of one user on one machine.
//
//   originals/key                                   the key of its handles, 32 bytes
//   originals/<tenant>/<handle>                     header line, then the value
//
// <tenant> is a hash, because a tenant's name may be anything. Files are written under another name and renamed, so that
// a reader sees all of a file or none of it. A crash of the machine may leave a broken file: its header says so.

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TamisError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import { writeSafely } from "../base/write-safely.js";
import type { ContentStore, StoreLimits, StoreScope } from "./content-store.js";
import { isHandle } from "./handle.js";
import { readKeyFile, readNoLink } from "./key-file.js";
import { forgetOldest, type ResolvedLimits, resolveLimits, type StoredFile } from "./limits.js";

/** Options of a folder store. */
export interface FolderStoreOptions extends StoreLimits {
  /** Is called with each file that is broken and therefore ignored, and why. @default nothing is called */
  onBroken?: ((path: string, reason: string) => void) | undefined;
}

/** A store in a folder. */
export interface FolderStore extends ContentStore {
  /** The key of its handles. It is made with the folder and stays in it. */
  readonly key: Uint8Array;
}

const PRIVATE_FOLDER = 0o700;
/** How a value is written: one that the machine loses in a crash is gone, and the next request keeps it again. */
const KEPT = { mode: 0o600, links: "replace", durable: false } as const;
/** After forgetting, the store has room for some more values. */
const LOW_WATERMARK = 0.9;

/**
 * Opens a folder as a store, and makes it if there is none. Only its owner can read it.
 *
 * @throws TamisError `STORE_UNUSABLE` if it is no folder or cannot be used, `OPTION_INVALID`.
 */
export function openFolderStore(folder: string, options: FolderStoreOptions = {}): FolderStore {
  const limits = resolveLimits(options, ["onBroken"]);
  try {
    makeFolder(folder, PRIVATE_FOLDER);
    return new Folder(folder, limits, options.onBroken ?? (() => {}), readKeyFile(join(folder, "key")));
  } catch (cause) {
    if (TamisError.isInstance(cause)) throw cause;
    throw new TamisError("STORE_UNUSABLE", `${folder}: ${messageOf(cause)}`, { cause });
  }
}

class Folder implements FolderStore {
  readonly key: Uint8Array;
  readonly #folder: string;
  readonly #limits: ResolvedLimits;
  readonly #onBroken: (path: string, reason: string) => void;
  /** Bytes of all files, and those that this process wrote since they were measured. */
  #bytes: number;

  constructor(
    folder: string,
    limits: ResolvedLimits,
    onBroken: (path: string, reason: string) => void,
    key: Uint8Array,
  ) {
    this.#folder = folder;
    this.#limits = limits;
    this.#onBroken = onBroken;
    this.key = key;
    this.#bytes = sumOf(this.#files());
  }

  async get(handle: string, { tenant }: StoreScope): Promise<Uint8Array | undefined> {
    if (!isHandle(handle)) return undefined;
    const path = this.#pathOf(handle, tenant);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) return this.#broken(path, "it is no regular file");
    if (this.#limits.now() - found.mtimeMs >= this.#limits.ttlMs) {
      rmSync(path, { force: true });
      return undefined;
    }
    const data = readIfThere(path);
    if (data === undefined) return undefined;
    const end = data.indexOf("\n");
    const token = data.subarray(end + 1);
    if (end < 0 || data.toString("latin1", 0, end) !== headerOf(token)) {
      return this.#broken(path, "its content does not have the hash in its first line");
    }
    return new Uint8Array(token);
  }

  async put(handle: string, token: Uint8Array, { tenant }: StoreScope): Promise<void> {
    if (!isHandle(handle)) throw new Error(`${handle}: this is no handle`);
    const path = this.#pathOf(handle, tenant);
    const data = Buffer.concat([Buffer.from(`${headerOf(token)}\n`), token]);
    if (data.length > this.#limits.maxBytes)
      throw new Error(`a value of ${data.length} bytes is above the store's limit`);
    makeFolder(join(path, ".."), PRIVATE_FOLDER);
    writeSafely(path, data, KEPT);
    this.#bytes += data.length;
    if (this.#bytes > this.#limits.maxBytes) this.#forget();
  }

  /** Removes expired files, and the oldest until the rest fits well. */
  #forget(): void {
    const { now, ttlMs, maxBytes } = this.#limits;
    const isOld = ({ writtenAt }: StoredFile) => now() - writtenAt >= ttlMs;
    this.#bytes = forgetOldest(this.#files(), isOld, LOW_WATERMARK * maxBytes);
  }

  #files(): StoredFile[] {
    const folders = readdirSync(this.#folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.flatMap(({ name }) =>
      readdirSync(join(this.#folder, name)).flatMap((file): StoredFile[] => {
        const path = join(this.#folder, name, file);
        const found = lstatSync(path, { throwIfNoEntry: false });
        return found?.isFile() ? [{ path, bytes: found.size, writtenAt: found.mtimeMs }] : [];
      }),
    );
  }

  #pathOf(handle: string, tenant: string): string {
    return join(this.#folder, createHash("sha256").update(tenant).digest("hex").slice(0, 32), handle);
  }

  #broken(path: string, reason: string): undefined {
    this.#onBroken(path, reason);
  }
}

const sumOf = (files: readonly StoredFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const headerOf = (token: Uint8Array): string => `tamis 1 ${createHash("sha256").update(token).digest("hex")}`;

/** Another process may remove a file at any time. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readNoLink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
