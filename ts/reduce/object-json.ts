// A request that is an object, as the JSON text that its sender would send, for the core to read.

import { isSharedArrayBuffer } from "node:util/types";
import { messageOf } from "../base/system-errors.js";
import { define } from "../text/copies.js";

/** A list or an object may nest so deep; what is deeper is a stand-in. JSON.stringify itself fails some thousands deeper. */
const MOST_LEVELS = 1_000;

/** The JSON of a request; with a problem there is none, and no bytes. */
export interface RequestJson {
  bytes: Uint8Array;
  /** For people: why the object cannot be written. */
  problem?: string;
}

/**
 * A request as UTF-8 JSON in which every member has the path that it has in the object. Values that are no JSON have
 * stand-ins: memory (typed arrays, buffers), `BigInt`, what contains itself, what nests deeper than 1,000 levels, and
 * objects with a `toJSON`, which nobody can edit in place. `undefined` and functions are left out, as JSON.stringify does.
 * An object whose getter or `toJSON` throws is not written. Linear in the object; the memory behind a stand-in is not read.
 */
export function jsonOf(request: object): RequestJson {
  try {
    return { bytes: Buffer.from(JSON.stringify(plain(request, []))) };
  } catch (error) {
    const what = messageOf(error);
    return { bytes: new Uint8Array(0), problem: `the request cannot be written as JSON: ${what.slice(0, 200)}` };
  }
}

/** The value itself where JSON.stringify writes it as it stands; else a copy with stand-ins. */
function plain(value: unknown, around: object[]): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  const standIn = standInOf(value, around);
  if (standIn !== undefined) return standIn;
  around.push(value);
  const copy = Array.isArray(value) ? plainList(value, around) : plainRecord(value, around);
  around.pop();
  return copy;
}

function standInOf(value: object, around: readonly object[]): string | undefined {
  const isPlain = PLAIN.has(Object.getPrototypeOf(value));
  if (!isPlain && (ArrayBuffer.isView(value) || isAnyArrayBuffer(value))) return `[${value.byteLength} bytes]`;
  if (around.length >= MOST_LEVELS || around.includes(value)) return "[nested]";
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== "function") return undefined;
  const written: unknown = toJSON.call(value, "");
  return typeof written === "string" ? written : (JSON.stringify(written) ?? "[nothing]");
}

/** Whose objects are no memory, which need not be asked what they are. */
const PLAIN: ReadonlySet<unknown> = new Set([Object.prototype, Array.prototype]);

const isAnyArrayBuffer = (value: object): value is ArrayBuffer | SharedArrayBuffer =>
  value instanceof ArrayBuffer || isSharedArrayBuffer(value);

function plainList(list: readonly unknown[], around: object[]): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    const next = plain(value, around);
    if (next !== value) {
      copy ??= [...list];
      copy[index] = next;
    }
  }
  return copy ?? list;
}

function plainRecord(record: object, around: object[]): unknown {
  let copy: object | undefined;
  for (const key of Object.keys(record)) {
    const value: unknown = Reflect.get(record, key);
    const next = plain(value, around);
    if (next !== value) {
      copy ??= { ...record };
      define(copy, key, next);
    }
  }
  return copy ?? record;
}
