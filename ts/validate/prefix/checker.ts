import { isUint8Array } from "node:util/types";
import { TamisError } from "../../base/errors.js";
import { check, checkKeys, isFlag, isFunction } from "../../base/option-check.js";
import { NO_CONVERSATION_DETAIL, type Skip } from "../../contract/report-basis.js";
import { MAX_VIOLATIONS, type ValidateOptions } from "../../contract/violations.js";
import { WIRE_NAMES } from "../../contract/wires.js";
import { isRecord, isTooDeep, type JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { detectShape, unsupportedDetail } from "../../wires/detect.js";
import { WIRES } from "../../wires/index.js";
import { parseBodyText } from "../../wires/parse-body.js";
import { type Failure, type PieceKind, PrefixBook, type PrefixRule } from "./book.js";
import { checkedBlocks } from "./bound.js";
import { PieceReader, type PlacedPiece } from "./reader.js";

/** A thinking block that its provider would refuse, because something before it is not as it was sent. */
export interface PrefixViolation {
  /**
   * `prefix/changed`: tools, system prompt or content before the block differ from what was sent when it was made.
   * `prefix/thinking-missing`: thinking between two blocks is missing. `prefix/thinking-added`: thinking is before it
   * that was not. For an unreadable body, the reason.
   */
  rule: PrefixRule | Skip["reason"];
  /** 0-based index of the thinking block's message; undefined for an unreadable body. */
  messageIndex?: number;
  /** 0-based index of the block in its message's list of blocks or of thinking. */
  blockIndex?: number;
  /** JSON Pointer to the thinking block. */
  path: string;
  /** JSON Pointer to the first part of this request that differs. It is `path` if something is missing just before it. */
  changed: string;
  /**
   * 0-based number of the request whose answer the block is from. Blocks of the first request are taken as made after
   * what that request has before them.
   */
  madeAt: number;
  /** The fault in words. */
  message: string;
}

/** How prefixes are checked. */
export interface PrefixOptions extends ValidateOptions {
  /**
   * Whether the model checks its thinking. @default by the table of models (`tamis models`); of a Claude model that is
   * not in it, signed thinking is checked
   */
  bound?: boolean;
  /**
   * Called with the billing lines at the beginning of a system prompt, such as `cch=`, where they differ from those of
   * the request before: they are not compared. @default none
   */
  onIgnored?: (lines: string) => void;
}

/** Checks the requests of one session in the order in which they are sent. */
export interface PrefixChecker {
  /** Checks the next request against all before it, and remembers it. Linear in the request. */
  check(request: Uint8Array | string | object): PrefixViolation[];
}

/**
 * Finds the thinking blocks of a request that its provider would refuse, because `system`, `tools` or anything before
 * them is not as it was sent when they were made. A block that the previous request has, too, must have the same before
 * it; a new one is from the answer to the previous request, and must have exactly that before it. Contents are compared
 * as parsed JSON. Cache markers may move, and thinking may be missing from the oldest on. At most 1,000 violations, in
 * document order. Source: Anthropic, "Preserved thinking"; "Prefix checks".
 *
 * @param previousRequest Bytes, text or a parsed object, as it was sent.
 * @param nextRequest The request that is to be sent.
 * @throws TamisError `OPTION_INVALID`; never because of a request's content.
 */
export function checkPrefix(
  previousRequest: Uint8Array | string | object,
  nextRequest: Uint8Array | string | object,
  options: PrefixOptions = {},
): PrefixViolation[] {
  const checker = createPrefixChecker(options);
  const before = checker.check(previousRequest).filter(({ path }) => path === "");
  return before.length > 0
    ? before.map((violation) => ({ ...violation, message: `the previous request: ${violation.message}` }))
    : checker.check(nextRequest);
}

/**
 * Checks a session request by request. It remembers hashes alone, and which request each thinking block is from, so
 * that requests of several branches of a session may alternate.
 *
 * @throws TamisError `OPTION_INVALID`
 */
export function createPrefixChecker(options: PrefixOptions = {}): PrefixChecker {
  checkOptions(options);
  return new Checker(options);
}

function checkOptions(options: PrefixOptions): void {
  checkKeys(options, ["wire", "model", "bound", "onIgnored"]);
  const { wire = WIRE_NAMES[0], model = "", bound = true, onIgnored = () => {} } = options;
  check("wire", wire, (value) => (WIRE_NAMES as readonly unknown[]).includes(value), `one of ${WIRE_NAMES.join(", ")}`);
  check("model", model, (value) => typeof value === "string", "a string");
  check("bound", bound, isFlag, "true or false");
  check("onIgnored", onIgnored, isFunction, "a function");
}

class Checker implements PrefixChecker {
  readonly #options: PrefixOptions;
  readonly #book = new PrefixBook();
  readonly #reader = new PieceReader();
  #ignored: string | undefined;

  constructor(options: PrefixOptions) {
    this.#options = options;
  }

  check(request: Uint8Array | string | object): PrefixViolation[] {
    const read = readRequest(request, this.#options);
    if ("reason" in read) return [unreadable(read)];
    const { wire, value } = read;
    const { pieces, ignored } = this.#reader.read(wire, value);
    this.#sayIgnored(ignored);
    const model = this.#options.model ?? (typeof value.model === "string" ? value.model : undefined);
    const blocks = checkedBlocks(value, wire.key, model, this.#options.bound);
    const failures = this.#book.check(pieces, { blocks });
    return failures.slice(0, MAX_VIOLATIONS).map((failure) => toViolation(failure, pieces, wire));
  }

  #sayIgnored(lines: string): void {
    const isNew = this.#ignored !== undefined && this.#ignored !== lines;
    this.#ignored = lines;
    if (isNew) this.#options.onIgnored?.(lines);
  }
}

/** A request of a known wire, or why it is none. */
function readRequest(
  request: Uint8Array | string | object,
  options: PrefixOptions,
): { wire: WireDefinition; value: JsonRecord } | Skip {
  const value = parsedRequest(request);
  if ("skip" in value) return value.skip;
  if (!isRecord(value.value)) return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL };
  const shape = options.wire ?? detectShape(value.value);
  const wire = WIRES.find(shape);
  if (wire !== undefined) {
    return isTooDeep(value.value) ? { reason: "too_large", detail: TOO_DEEP } : { wire, value: value.value };
  }
  if (shape === "none") return { reason: "no_conversation", detail: NO_CONVERSATION_DETAIL };
  return { reason: "unsupported_wire", detail: unsupportedDetail(shape) };
}

const TOO_DEEP = "values nested more than 1000 levels deep are not compared; flatten them";

function parsedRequest(request: Uint8Array | string | object): { value: unknown } | { skip: Skip } {
  if (isUint8Array(request) || typeof request === "string") {
    const parsed = parseBodyText(typeof request === "string" ? Buffer.from(request) : request);
    return parsed.ok ? { value: parsed.value } : { skip: parsed.skip };
  }
  if (typeof request === "object" && request !== null) return { value: request };
  throw new TamisError("OPTION_INVALID", `request: expected bytes, a string or an object, got ${typeof request}`);
}

function unreadable({ reason, detail }: Skip): PrefixViolation {
  return { rule: reason, path: "", changed: "", madeAt: -1, message: detail };
}

function toViolation(failure: Failure, pieces: readonly PlacedPiece[], { listKey }: WireDefinition): PrefixViolation {
  const { rule, at, differsAt, before, madeAt } = failure;
  const [block, found] = [pieces[at], pieces[differsAt]];
  const path = pathOf(block, listKey);
  // Where the last tool or system block is gone, the next piece is of a later part of the request.
  const isGone = before !== undefined && partOf(before) < partOf(found?.kind ?? "message");
  const changed = isGone ? `/${before}` : pathOf(found, listKey);
  return {
    rule,
    ...(block?.messageIndex === undefined ? {} : { messageIndex: block.messageIndex }),
    ...(block?.blockIndex === undefined ? {} : { blockIndex: block.blockIndex }),
    path,
    changed,
    madeAt,
    message: WORDS[rule](path === changed ? "just before it" : changed, madeAt),
  };
}

function pathOf(piece: PlacedPiece | undefined, listKey: string): string {
  if (piece?.messageIndex === undefined) return piece?.path ?? "";
  return `/${listKey}/${piece.messageIndex}${piece.path}`;
}

/** Tools come first, then the system prompt, then everything else. */
const partOf = (kind: PieceKind): number => (kind === "tools" ? 0 : kind === "system" ? 1 : 2);

const WORDS: Readonly<Record<PrefixRule, (where: string, madeAt: number) => string>> = {
  "prefix/changed": (where, madeAt) =>
    `what is before the thinking block is not what was sent when it was made, in answer to request ${madeAt}: the first difference is at ${where}; the provider says: Invalid signature in thinking block. The block is bound to a different conversation`,
  "prefix/thinking-missing": (where, madeAt) =>
    `thinking is missing before ${where}, and older thinking is not; leave thinking out from the oldest on (the block is from the answer to request ${madeAt})`,
  "prefix/thinking-added": (where, madeAt) =>
    `the thinking at ${where} was not sent, or was another one, when the block was made in answer to request ${madeAt}`,
};
