// Places of values in JSON bytes, without parsing, in steps: only strings and brackets are looked at. What is between them is the
// concern of whoever reads the value.
import { runNow, type Steps } from "../base/steps.js";

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The bytes of a value. */
export interface Place {
  start: number;
  /** Exclusive. */
  end: number;
}

/** A member of an object, and the place of its value. */
export interface Member extends Place {
  key: string;
}

/** What is read at most; beyond it nothing has an end. */
export interface ScanLimits {
  /** Values in all, at any depth: counted down. */
  values: number;
  /** Bytes of one value, and of white space in one place. */
  partBytes: number;
}

const NO_LIMITS: ScanLimits = { values: Infinity, partBytes: Infinity };
/** Bytes, or escaped quotes, that one step looks at. */
const IN_A_STEP = 64 * 1024;
/** Longer names of members are not read. */
const MOST_KEY_BYTES = 1024 * 1024;

/** The first byte from `at` on that is no white space. */
export function skipSpace(json: Buffer, at: number, { partBytes } = NO_LIMITS): number {
  const most = Math.min(json.length, at + partBytes);
  let next = at;
  while (next < most && isSpace(json[next] as number)) next++;
  return next;
}

/** Where the text begins: behind a byte order mark and white space. */
export const startOf = (json: Buffer): number =>
  skipSpace(json, json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : 0);

/** Behind a value; undefined where it has no end. */
export type Ended = number | undefined;

/** Behind the value that begins at `at`. Linear, without recursion. */
export function* valueSteps(json: Buffer, at: number, limits = NO_LIMITS): Steps<Ended> {
  if (--limits.values < 0) return undefined;
  const scan = { at, next: at, most: Math.min(json.length, at + limits.partBytes), depth: 0, isInString: false };
  for (let end = step(json, scan, limits); ; end = step(json, scan, limits)) {
    if (end !== GOES_ON) return end;
    yield;
  }
}

/** A value whose end is looked for. */
interface Scan {
  readonly at: number;
  readonly most: number;
  next: number;
  /** Brackets that are open. */
  depth: number;
  isInString: boolean;
}

const GOES_ON = -1;

/** A function of its own, because a generator's loop takes twice as long. */
function step(json: Buffer, scan: Scan, limits: ScanLimits): Ended {
  const { at, most } = scan;
  let { next, depth, isInString } = scan;
  for (let left = IN_A_STEP; next < most; next++) {
    if (left-- === 0) {
      Object.assign(scan, { next, depth, isInString });
      return GOES_ON;
    }
    if (isInString) {
      const from = next;
      next = json.indexOf(QUOTE, from);
      if (next < 0 || next >= most) return undefined;
      let slash = next;
      while (slash > from && json[slash - 1] === BACKSLASH) slash--;
      isInString = (next - slash) % 2 === 1;
      if (!isInString && depth === 0) return next + 1;
      continue;
    }
    switch (json[next]) {
      case QUOTE:
        isInString = true;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (--limits.values < 0) return undefined;
        depth++;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return next > at ? next : undefined;
        if (--depth === 0) return next + 1;
        break;
      case COMMA:
        if (depth === 0) return next > at ? next : undefined;
        if (--limits.values < 0) return undefined;
        break;
      default:
        if (depth === 0 && isSpace(json[next] as number)) return next;
    }
  }
  return depth === 0 && !isInString && most === json.length && most > at ? most : undefined;
}

/** What is done with the value at `start`: finds the value's end. */
type ReadValue<Key> = (key: Key, start: number) => Steps<Ended>;

/** Reads each member of the object at `at`. Returns the end of that; undefined where it is no object. */
export function* eachMember(json: Buffer, at: number, read: ReadValue<string>, limits = NO_LIMITS): Steps<Ended> {
  if (json[at] !== OPEN_OBJECT) return undefined;
  let next = skipSpace(json, at + 1, limits);
  if (json[next] === CLOSE_OBJECT) return next + 1;
  for (;;) {
    const keyEnd = json[next] === QUOTE ? yield* valueSteps(json, next, { ...limits, values: 1 }) : undefined;
    if (keyEnd === undefined || keyEnd - next > MOST_KEY_BYTES) return undefined;
    const key = textAt(json, { start: next, end: keyEnd });
    const colon = skipSpace(json, keyEnd, limits);
    if (key === undefined || json[colon] !== COLON) return undefined;
    const end = yield* read(key, skipSpace(json, colon + 1, limits));
    if (end === undefined) return undefined;
    next = skipSpace(json, end, limits);
    if (json[next] === CLOSE_OBJECT) return next + 1;
    if (json[next] !== COMMA) return undefined;
    next = skipSpace(json, next + 1, limits);
  }
}

/** The same of each element of the list at `at`. */
export function* eachElement(json: Buffer, at: number, read: ReadValue<number>, limits = NO_LIMITS): Steps<Ended> {
  if (json[at] !== OPEN_LIST) return undefined;
  let next = skipSpace(json, at + 1, limits);
  if (json[next] === CLOSE_LIST) return next + 1;
  for (let index = 0; ; index++) {
    const end = yield* read(index, next);
    if (end === undefined) return undefined;
    next = skipSpace(json, end, limits);
    if (json[next] === CLOSE_LIST) return next + 1;
    if (json[next] !== COMMA) return undefined;
    next = skipSpace(json, next + 1, limits);
  }
}

/** The members of an object that is all of `json` but white space; undefined for anything else. Linear. */
export function membersOf(json: Buffer): Member[] | undefined {
  const members: Member[] = [];
  const end = runNow(
    eachMember(json, startOf(json), function* (key, start) {
      const end = yield* valueSteps(json, start);
      if (end !== undefined) members.push({ key, start, end });
      return end;
    }),
  );
  return end !== undefined && skipSpace(json, end) === json.length ? members : undefined;
}

/**
 * The object under a name of the outermost object, or the list; of several, the last. Undefined if there is none. Linear,
 * without recursion.
 */
export function* memberAt(body: Uint8Array, name: string, kind: "object" | "list"): Steps<Place | undefined> {
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found: Place | undefined;
  yield* eachMember(json, skipSpace(json, 0), function* (key, start) {
    const end = yield* valueSteps(json, start);
    const isWanted = key === name && (kind === "list" ? isListAt : isObjectAt)(json, start);
    if (isWanted && end !== undefined) found = { start, end };
    return end;
  });
  return found;
}

/** The text of a string's JSON; undefined where it is none. */
export function textAt(json: Buffer, { start, end }: Place): string | undefined {
  if (json[start] !== QUOTE) return undefined;
  try {
    return JSON.parse(json.toString("utf8", start, end)) as string;
  } catch {
    return undefined;
  }
}

export const isObjectAt = (json: Buffer, at: number): boolean => json[at] === OPEN_OBJECT;
export const isListAt = (json: Buffer, at: number): boolean => json[at] === OPEN_LIST;

/** Other bytes, or a text, in the place of a value. */
export interface ByteSplice extends Place {
  bytes: Uint8Array | string;
}

/** The bytes with others in some places, which are in order and do not overlap; everything between them is the same. */
export function spliceBytes(whole: Uint8Array, splices: Iterable<ByteSplice>): Buffer<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, bytes } of splices) {
    pieces.push(whole.subarray(from, start), typeof bytes === "string" ? Buffer.from(bytes) : bytes);
    from = end;
  }
  return Buffer.concat([...pieces, whole.subarray(from)]);
}
