// Ids of calls that a wire accepts. A conversation that began at another provider has ids of that provider.
import { type Form, MODEL_VENDORS, RULE_FORMS, type RuleId } from "../../contract/rule-texts.js";
import { isRecord, type JsonRecord, parseRecord } from "../../text/json-value.js";
import { wireTable } from "../../wires/wire-table.js";
import type { FieldEdit } from "./field-edits.js";

/** An id in a message: of a call, or of a result that answers one. */
interface IdPlace {
  path: readonly (string | number)[];
  key: string;
  id: unknown;
  isCall: boolean;
}

interface WireIds {
  places(message: JsonRecord): IdPlace[];
  /** The form that ids must have for a model; undefined if any will do. */
  form(model: string | undefined): Form | undefined;
  /** The form where no model is known. Chats are sent to many vendors, whose limits differ. */
  general: Form | undefined;
  /** Whether two calls of one request must differ. */
  unique: boolean;
}

/** Options of one run over a conversation. */
export interface ConformOptions {
  /** The request whose model counts. @default none: what all of the wire's vendors ask for */
  request?: { model: string | undefined };
  /** Whether the second call of an id gets an id of its own where the wire's provider asks for it. @default false */
  unique?: boolean;
}

/**
 * The edits that give all calls and results ids that the wire's provider accepts. A result follows the newest call of
 * its id. Ids that are accepted stay. A new id depends on the old one and on the calls before it only, so that a
 * conversation that grows keeps the ids it has. Linear.
 */
export function conformCallIds(
  wire: string,
  messages: readonly unknown[],
  { request, unique = false }: ConformOptions = {},
): FieldEdit[] {
  const rules = IDS.find(wire);
  const form = request === undefined ? rules?.general : rules?.form(request.model);
  if (rules === undefined || form === undefined) return [];
  const ids = new CallIds(form, unique && rules.unique);
  return messages.flatMap((message, index) =>
    (isRecord(message) ? rules.places(message) : []).flatMap(({ path, key, id, isCall }): FieldEdit[] => {
      if (typeof id !== "string" || id === "") return [];
      const value = isCall ? ids.call(id) : ids.result(id);
      return value === id ? [] : [{ message: index, path, key, value }];
    }),
  );
}

class CallIds {
  readonly #taken = new Set<string>();
  /** The written id of the newest call of each id, and how often each was called. */
  readonly #newest = new Map<string, string>();
  readonly #calls = new Map<string, number>();

  constructor(
    private readonly form: Form,
    private readonly unique: boolean,
  ) {}

  call(id: string): string {
    let count = this.unique ? (this.#calls.get(id) ?? 0) : 0;
    let next = this.#made(id, count);
    while (this.unique && this.#taken.has(next)) next = this.#made(id, ++count);
    this.#calls.set(id, count + 1);
    this.#taken.add(next);
    this.#newest.set(id, next);
    return next;
  }

  result(id: string): string {
    return this.#newest.get(id) ?? this.#made(id, 0);
  }

  #made(id: string, count: number): string {
    return count === 0 && fits(this.form, id) ? id : makeId(id, count, this.form);
  }
}

const DIGEST_CHARS = 8;
const MAX_CHARS = 64;

/** Makes an id of a form: what is readable of the old one, and a digest that tells it from others. */
function makeId(id: string, count: number, { chars, length: [, most] }: Form): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hex = createHash("sha256").update(`${count}:${id}`).digest("hex");
  if (chars === "alphanumeric") return hex.slice(0, most);
  const readable = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, (most || MAX_CHARS) - DIGEST_CHARS - 1);
  return `${readable}_${hex.slice(0, DIGEST_CHARS)}`;
}

const blocksOf = (list: unknown): [number, JsonRecord][] =>
  Array.isArray(list) ? [...list.entries()].filter((entry): entry is [number, JsonRecord] => isRecord(entry[1])) : [];

const IDS = wireTable<WireIds>({
  "openai-chat": {
    places: ({ role, tool_calls: calls, tool_call_id: id }) =>
      role === "tool"
        ? [{ path: [], key: "tool_call_id", id, isCall: false }]
        : blocksOf(calls).map(([at, call]) => ({ path: ["tool_calls", at], key: "id", id: call.id, isCall: true })),
    form: (model) => formOf("chat/call-id-form", vendorOf(model)),
    general: undefined,
    unique: false,
  },
  "openai-responses": {
    places: ({ type, call_id: id }) =>
      typeof type === "string" && /_(?:call|output)$/.test(type)
        ? [{ path: [], key: "call_id", id, isCall: type.endsWith("_call") }]
        : [],
    form: (model) => formOf("responses/call-id-form", vendorOf(model)),
    general: formOf("responses/call-id-form", "openai"),
    unique: true,
  },
  anthropic: {
    places: ({ content }) =>
      blocksOf(content).flatMap(([at, { type, id, tool_use_id: answers }]): IdPlace[] => {
        if (type === "tool_use") return [{ path: ["content", at], key: "id", id, isCall: true }];
        if (type !== "tool_result") return [];
        return [{ path: ["content", at], key: "tool_use_id", id: answers, isCall: false }];
      }),
    form: (model) => formOf("anthropic/call-id-form", anthropicVendorOf(model)),
    general: formOf("anthropic/call-id-form", "anthropic"),
    unique: true,
  },
  // Results answer calls by place and name.
  gemini: { places: () => [], form: () => undefined, general: undefined, unique: false },
});

// The forms of ids and names that providers accept, and whose they are: one wire serves many vendors.
const CHARS: Record<Form["chars"], RegExp> = {
  any: /^/,
  alphanumeric: /^[A-Za-z0-9]*$/,
  underscored: /^[A-Za-z0-9_]*$/,
  word: /^[A-Za-z0-9_-]*$/,
  dotted: /^[A-Za-z0-9_.:-]*$/,
  "json-object": /^/,
};

/** The form that a rule asks of values of a kind; undefined if any value will do. */
function formOf(rule: RuleId, kind: string): Form | undefined {
  const forms = RULE_FORMS[rule];
  return forms !== undefined && Object.hasOwn(forms, kind) ? forms[kind] : undefined;
}

/** Whether a text has a form. Linear. */
function fits({ prefix, chars, length: [least, most] }: Form, text: string): boolean {
  if (!text.startsWith(prefix) || !CHARS[chars].test(text)) return false;
  if (chars === "json-object" && parseRecord(text) === undefined) return false;
  if (least === 0 && most === 0) return true;
  const count = [...text].length;
  return count >= least && (most === 0 || count <= most);
}

/** The vendor of a model; empty if the name tells none. A request of a wire of OpenAI without a model is OpenAI's. */
function vendorOf(model: string | undefined): string {
  if (model === undefined) return "openai";
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return MODEL_VENDORS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? "";
}

/** The vendor that a model of the Anthropic wire belongs to: Anthropic, unless the name tells another. */
function anthropicVendorOf(model: string | undefined): string {
  return (model === undefined ? "" : vendorOf(model)) || "anthropic";
}
