// The one place that writes files; lint refuses direct writes elsewhere.
import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { isatty } from "node:tty";
import { TamisError } from "./errors.js";

export interface SafeWrite {
  /** Permissions that the file has then. @default those that it has; of a new file `newMode` */
  mode?: number | undefined;
  /** Permissions of a new file. @default the process's default for new files */
  newMode?: number | undefined;
  /** What a symbolic link in the file's place gets: the file behind it is written, or a file takes the link's place. @default follow */
  links?: "follow" | "replace" | undefined;
  /** The folder out of which no symbolic link may lead, for a path that others can fill. @default links may lead anywhere */
  within?: string | undefined;
  /** Whether the text of the file that is there is ours to replace. @default any is */
  isOurs?: ((text: string) => boolean) | undefined;
  /** The file is on disk, and not only in the system's memory, when this returns. @default true */
  durable?: boolean | undefined;
}

/** A temporary file as old as this was left by a process that was ended: what is written takes much less. */
const STALE_MS = 60_000;
/** How often a file is written again because another process took its temporary file for one that was left. */
const MOST_TRIES = 3;
/** What systems say that have no second name for a file. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Writes a file as a whole. A reader sees the old or the new file; after a failure the old one remains. What is no regular
 * file (`/dev/null`, a named pipe) is written to. Its folder has to be there.
 *
 * @throws Node's system errors, with the file as their `path`. TamisError `CONFIG_INVALID` for a file that `within` or
 * `isOurs` excludes; it is as it was then.
 */
export function writeSafely(path: string, data: Uint8Array | string, options: SafeWrite = {}): void {
  const target = checkTarget(path, options);
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) writeFileSync(target, data);
  else replace(target, data, found, options);
}

/**
 * Checks all that {@link writeSafely} checks, and writes nothing.
 *
 * @returns the file that would be written: the one behind a link. @throws as {@link writeSafely}
 */
export function checkTarget(path: string, { within, isOurs, links = "follow" }: SafeWrite): string {
  if (within !== undefined) checkLinks(path, within);
  const found = links === "replace" ? lstatSync(path, NONE) : statSync(path, NONE);
  if (found?.isDirectory()) throw Object.assign(new Error("EISDIR: it is a folder"), isFolder(path));
  if (links === "replace") return path;
  if (found !== undefined && !found.isFile()) {
    if (within === undefined && isOurs === undefined) return path;
    throw refused(path, "it is no regular file");
  }
  if (found !== undefined && isOurs?.(readFileSync(path, "utf8")) === false)
    throw refused(path, "it was not written by tamis, and is left as it is: move it away, and try again");
  // A link that leads nowhere is replaced.
  return found === undefined ? path : realpathSync(path);
}

/**
 * Makes a file that is not there, as a whole: of several processes at once one makes it.
 *
 * @throws Node's system errors; `EEXIST` where something is there, be it a symbolic link.
 */
export function createSafely(path: string, data: Uint8Array | string, mode?: number): void {
  const temporary = temporaryName(path);
  try {
    fill(temporary, path, data, { mode });
    // A second name never takes the place of a file.
    linkSync(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw Object.assign(error as Error, { path });
    writeFileSync(path, data, { flag: "wx", ...(mode === undefined ? {} : { mode }) });
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
}

/** Adds to the end of a file, and makes it where it is not there. @throws Node's system errors. */
export function appendSafely(path: string, text: string, mode: number): void {
  appendFileSync(path, text, { mode });
}

/**
 * Writes all of a text or of bytes to an open file, where it stands. Node's streams take a short write, as on a disk that
 * gets full, for a whole one.
 *
 * @throws Node's system errors.
 */
export function writeWhole(file: number, data: Uint8Array | string): void {
  writeFileSync(file, data);
}

/** Whether an open file is one, or a device such as `/dev/full`; not a terminal, a pipe or a socket. */
export function isOpenFile(file: number): boolean {
  try {
    const found = fstatSync(file);
    return found.isFile() || (found.isCharacterDevice() && !isatty(file));
  } catch {
    return false;
  }
}

/**
 * Takes a file away from those who add to it: under another name, beside it, that no other process uses.
 *
 * @returns that name. @throws Node's system errors.
 */
export function takeAway(path: string): string {
  const taken = temporaryName(path).replace(/tmp$/, "taken");
  renameSync(path, taken);
  return taken;
}

/** What {@link takeAway} has made of a file in processes that ended before they were done with it. */
export function leftBehind(path: string): string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const taken = namesIn(folder).filter((one) => one.startsWith(name) && TAKEN.test(one.slice(name.length)));
  const files = taken.map((one) => join(folder, one));
  return files.filter((one) => Date.now() - (lstatSync(one, NONE)?.ctimeMs ?? Date.now()) > STALE_MS);
}

/** Opens a file to read it. @param flags Further ones of `constants`. @returns its descriptor. @throws Node's system errors. */
export const openToRead = (path: string, flags = 0): number => openSync(path, constants.O_RDONLY | flags);

/** Opens a file to add to its end, and makes it where it is not there. @returns its descriptor. @throws Node's system errors. */
export const openToAppend = (path: string, mode?: number): number => openSync(path, "a", mode);

/** Writes a folder's names to disk. A new file is durable only once its folder is. */
export function syncFolder(folder: string): void {
  // Windows has no such operation and does not need it.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Refuses a path that a symbolic link leads out of a folder, wherever on the way the link is.
 *
 * @param path Below the folder; it need not be there.
 * @throws TamisError `CONFIG_INVALID` with the link and where it leads.
 */
export function checkLinks(path: string, within: string): void {
  const root = realpathSync(nearest(within));
  let at = within;
  for (const part of relative(within, path).split(sep)) {
    at = join(at, part);
    const found = lstatSync(at, NONE);
    if (found === undefined) return;
    if (!found.isSymbolicLink()) continue;
    const end = endOf(at);
    if (end !== undefined && isBelow(end, root)) continue;
    const where = end === undefined ? `to ${readlinkSync(at)}, which is not there` : `to ${end}, out of ${within}`;
    throw refused(path, `${at} is a symbolic link ${where}: nothing was written; remove the link, and try again`);
  }
}

const NONE = { throwIfNoEntry: false } as const;

const isFolder = (path: string) => ({ code: "EISDIR", syscall: "open", path });

const refused = (path: string, why: string): TamisError => new TamisError("CONFIG_INVALID", `${path}: ${why}`);

/** A folder, or the first one above it that is there. */
function nearest(folder: string): string {
  const above = dirname(folder);
  return lstatSync(folder, NONE) !== undefined || above === folder ? folder : nearest(above);
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a link ends; undefined where nothing is there. */
function endOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}

function replace(target: string, data: Uint8Array | string, found: Stats | undefined, options: SafeWrite): void {
  const { newMode, durable = true } = options;
  const mode = options.mode ?? found?.mode ?? newMode;
  if (durable) sweep(target);
  for (let tries = 1; ; tries++) {
    const temporary = temporaryName(target);
    try {
      fill(temporary, target, data, { mode, durable, owner: found });
      renameSync(temporary, target);
      break;
    } catch (error) {
      rmSync(temporary, { force: true });
      const isTaken = (error as NodeJS.ErrnoException).syscall === "rename" && codeOf(error) === "ENOENT";
      if (!isTaken || tries === MOST_TRIES) throw Object.assign(error as Error, { path: target });
    }
  }
  if (durable) syncFolder(dirname(target));
}

interface Filling {
  mode?: number | undefined;
  durable?: boolean | undefined;
  /** Whose file it is to be. @default whoever runs the process */
  owner?: Pick<Stats, "uid" | "gid"> | undefined;
}

/** `wx` never writes through a link that another user created under the temporary name. */
function fill(temporary: string, target: string, data: Uint8Array | string, how: Filling): void {
  const { mode, durable = true, owner } = how;
  const file = open(temporary, target, mode);
  try {
    if (owner !== undefined) giveTo(file, owner);
    if (mode !== undefined) fchmodSync(file, mode & 0o777);
    writeFileSync(file, data);
    if (durable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function open(temporary: string, target: string, mode = 0o666): number {
  try {
    return openSync(temporary, "wx", mode & 0o777);
  } catch (error) {
    throw Object.assign(error as Error, { path: target });
  }
}

/** Root leaves a file to its owner; others cannot give files away. */
function giveTo(file: number, { uid, gid }: Pick<Stats, "uid" | "gid">): void {
  if (process.getuid?.() !== 0 || (uid === 0 && gid === 0)) return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Some file systems have no owners.
  }
}

/** A name beside `path` that no other process uses, not even one with the same number in another container. */
function temporaryName(path: string): string {
  // Loaded here: a hook, which is started for every call of a tool, writes no temporary file.
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  return `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
}

/** The end of such a name, also as it was without its random part. */
const TEMPORARY = /^\.(\d+)(?:\.[0-9a-f]{12})?\.tmp$/;

/** The end of the name of a file that was taken away. */
const TAKEN = /^(?:\.\d+\.[0-9a-f]{12}\.taken)+$/;

/** Removes temporary files of a target that were left by processes that were ended within a write. */
function sweep(target: string): void {
  const [folder, name] = [dirname(target), basename(target)];
  for (const one of namesIn(folder)) {
    const pid = one.startsWith(name) ? TEMPORARY.exec(one.slice(name.length))?.[1] : undefined;
    if (pid === undefined) continue;
    const path = join(folder, one);
    const found = lstatSync(path, NONE);
    if (found?.isFile() && isLeft(Number(pid), Date.now() - found.mtimeMs)) remove(path);
  }
}

/** This process is not writing now; one with its number has ended, as has one that the system does not know. */
const isLeft = (pid: number, age: number): boolean => age > STALE_MS || pid === process.pid || !isRunning(pid);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another user's.
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
