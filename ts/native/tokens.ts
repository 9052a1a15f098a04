import { bytesIn, inPlainMemory } from "../base/memory.js";
import type { GrownBodies, TokenBackend, TokenMethod } from "../contract/token-backend.js";
import type { Addon } from "./addon.js";
import {
  ENCODINGS,
  GROWTH_ELEMENTS,
  GROWTH_FROM,
  GROWTH_NEXT,
  GROWTH_OPEN,
  GROWTH_SAME,
  GROWTH_SLOT,
  LEDGER_COUNTED_BYTES,
  LEDGER_ENTRIES,
  LEDGER_HITS,
  LEDGER_MISSES,
  METHOD_EXACT,
} from "./protocol.js";

/** UTF-16 units from which on a string is written to kept memory; the addon would make new memory for each. */
const LONG = 1 << 14;
/** Units of kept memory: 2 MB, made for the first long string. */
const KEPT = 1 << 20;
let kept: Buffer | undefined;

/** Bytes that are put together: few enough to stay in the processor's cache. Made for the first list of bytes. */
const JOINED = 1 << 17;
let joined: Uint8Array | undefined;
const NOTHING = new Uint8Array(0);

type Ledger = InstanceType<Addon["TokenLedger"]>;

/** The units of a string: in memory that the next call reuses, unless it is very long. */
export function unitsOf(text: string): Uint16Array {
  let memory: Buffer;
  if (text.length > KEPT) memory = Buffer.allocUnsafeSlow(2 * text.length);
  else {
    kept ??= Buffer.allocUnsafeSlow(2 * KEPT);
    memory = kept;
  }
  memory.write(text, "utf16le");
  return new Uint16Array(memory.buffer, memory.byteOffset, text.length);
}

/** Tokens by the addon. */
export function createNativeTokens(addon: Addon, name: "native" | "wasm" = "native"): TokenBackend {
  return {
    name,
    tokens: (text, method) => {
      const code = codeOf(method);
      if (typeof text !== "string") return addon.tokensOfBytes(text, code);
      return text.length > LONG ? addon.tokensOfUnits(unitsOf(text), code) : addon.tokensOfString(text, code);
    },
    weigh: (text, encoding) => {
      const code = codeOf({ encoding, exact: false });
      return text.length > LONG ? addon.weighUnits(unitsOf(text), code) : addon.weighString(text, code);
    },
    tokensOfEach: (texts, method, out) => addon.tokensOfTexts(texts, codeOf(method), out),
    outline: (body, minChars) => addon.outlineBody(body, minChars) ?? undefined,
    tokensOfSpans: (body, spans, method, out) => addon.tokensOfSpans(body, spans, codeOf(method), out),
    createLedger: (maxEntries) => {
      const ledger = new addon.TokenLedger(maxEntries);
      return {
        tokensOfEach: (texts, method, out) => ledger.tokens(texts, codeOf(method), out),
        outline: (body, minChars) => addon.outlineBody(body, minChars) ?? undefined,
        tokensOfSpans: (body, spans, method, out) => ledger.tokensOfSpans(body, spans, codeOf(method), out),
        tokensOfBytes: (texts, method, out) => tokensOfBytes(ledger, texts, codeOf(method), out),
        createGrownBodies: (keys, most) => createGrownBodies(addon, keys, most),
        stats: () => {
          const numbers = ledger.stats();
          const at = (place: number) => numbers[place] ?? 0;
          return {
            entries: at(LEDGER_ENTRIES),
            hits: at(LEDGER_HITS),
            misses: at(LEDGER_MISSES),
            countedBytes: at(LEDGER_COUNTED_BYTES),
          };
        },
        clear: () => ledger.clear(),
      };
    },
  };
}

/**
 * Counts texts that are copied one behind the other, some at a time. That is cheaper than passing each to the addon, and
 * the caller cannot write to a copy. A text that does not fit is passed alone.
 */
function tokensOfBytes(ledger: Ledger, texts: readonly Uint8Array[], method: number, out: Uint32Array): void {
  joined ??= new Uint8Array(JOINED);
  const lengths = new Uint32Array(texts.length);
  let from = 0;
  let end = 0;
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? NOTHING;
    const length = bytesIn(text);
    if (end + length > JOINED) {
      tokensOfJoined(ledger, lengths.subarray(from, at), method, out.subarray(from, at));
      from = at;
      end = 0;
    }
    if (put(text, length, joined, end)) {
      lengths[at] = length;
      end += length;
    } else {
      tokensOfJoined(ledger, lengths.subarray(from, at), method, out.subarray(from, at));
      ledger.tokens([inPlainMemory(text)], method, out.subarray(at, at + 1));
      from = at + 1;
      end = 0;
    }
  }
  tokensOfJoined(ledger, lengths.subarray(from), method, out.subarray(from));
}

function tokensOfJoined(ledger: Ledger, lengths: Uint32Array, method: number, out: Uint32Array): void {
  if (lengths.length > 0) ledger.tokensOfJoined(joined ?? NOTHING, lengths, method, out);
}

/** False where the bytes do not fit, those included that another thread has made more of since. */
function put(text: Uint8Array, length: number, memory: Uint8Array, at: number): boolean {
  if (length > JOINED) return false;
  // Memory that is gone has no bytes, but cannot be copied.
  if (length === 0) return true;
  try {
    memory.set(text, at);
    return true;
  } catch {
    return false;
  }
}

function createGrownBodies(addon: Addon, keys: readonly string[], most: number): GrownBodies {
  const bodies = new addon.GrownBodies([...keys], most);
  return {
    compare: (body) => {
      const numbers = bodies.compare(body);
      const at = (place: number) => numbers?.[place] ?? 0;
      if (at(GROWTH_ELEMENTS) === 0) return undefined;
      return {
        from: at(GROWTH_FROM),
        slot: at(GROWTH_SLOT),
        same: at(GROWTH_SAME),
        elements: at(GROWTH_ELEMENTS),
        open: at(GROWTH_OPEN),
        next: at(GROWTH_NEXT),
      };
    },
    forget: (slot) => bodies.forget(slot),
    clear: () => bodies.clear(),
  };
}

const codeOf = ({ encoding, exact }: TokenMethod): number =>
  (encoding === ENCODINGS[0] ? 0 : 1) + (exact ? METHOD_EXACT : 0);
