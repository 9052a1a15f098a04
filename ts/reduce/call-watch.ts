// What a conversation's calls say about its reductions: which results went, which calls ask again for what they had asked
// before, and which ask again for what is gone. Ids, names and numbers; what a call asks for is kept as a hash.
import { createHash } from "node:crypto";
import { setNewest } from "../base/maps.js";
import { runNow, type Steps } from "../base/steps.js";
import type { Decision, ResultRole, RoleSource, Wire } from "../contract/report.js";
import type { ShownByCall } from "../contract/text-backend.js";
import { loadTextBackend } from "../load/text-backend.js";
import { editTextsOf } from "../text/edit-texts.js";
import { isRecord, type JsonRecord, parseRecord, visitStrings } from "../text/json-value.js";
import { isMissedEdit } from "../text/missed-edit.js";
import { WIRES } from "../wires/index.js";
import { parseBodyText } from "../wires/parse-body.js";
import { type ToolResult, textsOf } from "../wires/transcript.js";

/** New calls in one request, since the one before. */
export interface CallCounts {
  /** Results that came. */
  calls: number;
  /** Those of a call that had been made before, with the same arguments. */
  repeats: number;
  /** Those of them whose earlier result had been removed or shortened, and would be the same still. */
  rereads: number;
  /** Calls of the tool whose result before was an error. */
  retries: number;
  /** Times that the user spoke. */
  prompts: number;
  /**
   * Calls with a mark of shortened arguments in their own: the model wrote it, as an agent keeps its history whole.
   * Undefined in entries of earlier versions.
   */
  imitations?: number | undefined;
  /** Calls that edit a file by quoting it; undefined in entries of earlier versions. */
  edits?: number | undefined;
  /** Those of them whose quoted text was not found in the file. */
  failedEdits?: number | undefined;
}

/** A result that was reduced, or asked for again once it was. */
export interface ReducedResult {
  kind: "reduced" | "reread";
  /** The call whose result it is; `#3` for the fourth of the conversation where calls have no ids. */
  call: string;
  tool: string;
  action: string;
  /** The rule that reduced it. */
  reason: string;
  /** What the result is for, and what says so; undefined where the policy knows no roles, and in entries of earlier versions. */
  role?: ResultRole | undefined;
  roleFrom?: RoleSource | undefined;
  charsBefore: number;
  charsAfter: number;
  /** Of `reread`: the call that asks again. */
  later: string | undefined;
  /** The file of its original; undefined where none was kept. */
  original?: string | undefined;
}

/** What a request shows of its conversation. */
export interface SeenCalls extends CallCounts {
  /** Tells the conversations of one session apart, as those of sub-agents. */
  conversation: string;
  results: ReducedResult[];
}

interface Conversation {
  seenResults: number;
  seenMessages: number;
  /** By what a call asks for: the id of the newest that did, and how many changes and prompts there were then. */
  asked: Map<string, { id: string; changes: number; prompts: number }>;
  /** Edits and commands so far, each of which may have changed something. */
  changes: number;
  /** By the path of a file: the newest of them that edited it. */
  edited: Map<string, number>;
  /** By the call. */
  reduced: Map<string, ReducedResult>;
  /** By the name of the original's file. */
  kept: Map<string, ReducedResult>;
}

/** Conversations that are remembered. */
const MOST_CONVERSATIONS = 200;

export class CallWatch {
  readonly #conversations = new Map<string, Conversation>();

  /** @param fileOf The file of a result's original. @default none is kept */
  constructor(private readonly fileOf: (result: ToolResult) => string | undefined = () => undefined) {}

  /**
   * Sees a request. Linear in its size.
   *
   * @returns undefined for what is no conversation.
   */
  see(
    { body, decisions }: { body: Uint8Array; decisions: readonly Decision[] },
    wireName: Wire,
    session: string | undefined,
  ): SeenCalls | undefined {
    const parsed = parseBodyText(body);
    if (!parsed.ok || !isRecord(parsed.value)) return undefined;
    return runNow(this.seeParsed(parsed.value, decisions, wireName, session));
  }

  /** The same of a parsed body, in steps. */
  *seeParsed(
    body: JsonRecord,
    decisions: readonly Decision[],
    wireName: Wire,
    session: string | undefined,
  ): Steps<SeenCalls | undefined> {
    const wire = WIRES.of(wireName);
    const list = body[wire.listKey];
    if (!Array.isArray(list)) return undefined;
    const roles = list.map((message) => (isRecord(message) ? wire.roleOf(message) : "other"));
    const { results } = wire.read(list);
    yield;
    const conversation = hashOf(`${session}\n${beginningOf(list, roles)}`);
    const known = this.#conversationOf(conversation);
    const prompts = promptsBefore(roles, results);
    const counts = yield* newCalls(results, known, prompts);
    const seen = { ...counts.counts, prompts: newPrompts(prompts, known), conversation };
    const reduced = yield* newlyReduced(decisions, results, known, this.fileOf);
    return { ...seen, results: [...counts.results, ...reduced] };
  }

  #conversationOf(key: string): Conversation {
    const known = this.#conversations.get(key) ?? {
      seenResults: 0,
      seenMessages: 0,
      asked: new Map(),
      changes: 0,
      edited: new Map(),
      reduced: new Map(),
      kept: new Map(),
    };
    return setNewest(this.#conversations, key, known, MOST_CONVERSATIONS);
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** What comes before the first answer is the same in every request, but for marks of caches. */
function beginningOf(list: readonly unknown[], roles: readonly string[]): string {
  const end = roles.indexOf("assistant");
  const texts = JSON.stringify(list.slice(0, end < 0 ? list.length : end), (key, value) =>
    key === "cache_control" ? undefined : value,
  );
  return texts;
}

const idOf = ({ callId }: Pick<ToolResult, "callId">, index: number): string => callId ?? `#${index}`;

/** Arguments that say nothing of what is asked for. */
const WORDS_ABOUT: ReadonlySet<string> = new Set([
  "description",
  "timeout",
  "timeout_ms",
  "justification",
  "yield_time_ms",
]);

/** A command that asks how things stand now, which anybody beside the agent may have changed. */
const ASKS_FOR_NOW =
  /^\s*(?:cd\s+\S+\s*&&\s*)?(?:git\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?)*status|systemctl\s+status|docker\s+ps|ps|jobs|date|uptime)(?:\s[^;&]*)?$/;

interface Asked extends Pick<ShownByCall, "kind" | "path"> {
  /** Whether each answer is a new one. */
  isForNow: boolean;
  /** The same for calls that ask for the same: a file's lines, or the tool with its arguments. */
  key: string;
}

function askedBy({ toolName = "", args }: ToolResult): Asked {
  const text = typeof args === "string" ? args : JSON.stringify(args ?? {});
  const { kind, path, lines } = loadTextBackend().shownByCall(toolName, text);
  if (kind === "read" && path !== undefined)
    return { kind, path, isForNow: false, key: hashOf(`read\n${path}\n${JSON.stringify(lines ?? null)}`) };
  const isForNow =
    kind === "shell" && hasString(typeof args === "string" ? parseRecord(args) : args, (one) => ASKS_FOR_NOW.test(one));
  return { kind, path, isForNow, key: hashOf(`${toolName}\n${sameArguments(args)}`) };
}

/**
 * Whether a call that was made before may show something else now: the same command is then no wish for the earlier result. Between
 * two prompts the user, or time, may have changed anything.
 */
function isFreshLook(
  { kind, path, isForNow }: Asked,
  since: { changes: number; prompts: number },
  { changes, edited }: Conversation,
  prompts: number,
): boolean {
  if (kind === "read") return path !== undefined && (edited.get(path) ?? 0) > since.changes;
  return isForNow || ((kind === "shell" || kind === "search") && (changes > since.changes || prompts > since.prompts));
}

function noteCall({ kind, path, key }: Asked, id: string, known: Conversation, prompts: number): void {
  if (kind === "shell" || kind === "edit") known.changes++;
  if (kind === "edit" && path !== undefined) known.edited.set(path, known.changes);
  known.asked.set(key, { id, changes: known.changes, prompts });
}

function sameArguments(args: ToolResult["args"]): string {
  const members = typeof args === "string" ? parseRecord(args) : args;
  if (members === undefined) return String(args);
  const entries = Object.entries(members).filter(([key]) => !WORDS_ABOUT.has(key));
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function* newCalls(
  results: readonly ToolResult[],
  known: Conversation,
  prompts: readonly number[],
): Steps<{ counts: Omit<CallCounts, "prompts">; results: ReducedResult[] }> {
  const counts = { calls: 0, repeats: 0, rereads: 0, retries: 0, imitations: 0, edits: 0, failedEdits: 0 };
  const again: ReducedResult[] = [];
  // A history that has become shorter was rewound or summarised: what is in it was seen.
  const from = Math.min(known.seenResults, results.length);
  for (const [offset, result] of results.slice(from).entries()) {
    const index = from + offset;
    const asked = askedBy(result);
    const spoken = prompts[result.messageIndex] ?? 0;
    const before = known.asked.get(asked.key);
    const isAgain = before !== undefined && !isFreshLook(asked, before, known, spoken);
    const gone = (isAgain ? known.reduced.get(before.id) : undefined) ?? readAgain(result, known);
    const last = results[index - 1];
    counts.calls++;
    if (before !== undefined) counts.repeats++;
    if (hasMark(result.args)) counts.imitations++;
    if (isEdit(result)) {
      counts.edits++;
      if (textsOf(result.content).some(isMissedEdit)) counts.failedEdits++;
    }
    if (last?.errorMarker === "yes" && last.toolName === result.toolName) counts.retries++;
    if (gone !== undefined) {
      counts.rereads++;
      again.push({ ...gone, kind: "reread", later: idOf(result, index) });
    }
    noteCall(asked, idOf(result, index), known, spoken);
    yield;
  }
  known.seenResults = results.length;
  return { counts, results: again };
}

const isEdit = ({ args }: ToolResult): boolean =>
  editTextsOf(typeof args === "string" ? (parseRecord(args) ?? args) : args).length > 0;

const FILE_NAME = /[0-9a-f]{32}\.txt/;
const ORIGINAL = /[\\/]originals[\\/][0-9a-f]{32}\.txt/;
const RETRIEVES = /(?:^|[^a-z])tamis_retrieve$/i;

/** Whether a call asks for the original of a shortened result: by its file, or by the tool for it. */
export const asksForOriginal = ({ toolName = "", args }: Pick<ToolResult, "toolName" | "args">): boolean =>
  RETRIEVES.test(toolName) || ORIGINAL.test(typeof args === "string" ? args : JSON.stringify(args ?? {}));

/** The result whose original's file a call names. */
function readAgain({ args }: ToolResult, { kept }: Conversation): ReducedResult | undefined {
  if (kept.size === 0) return undefined;
  const [name = ""] = FILE_NAME.exec(typeof args === "string" ? args : JSON.stringify(args ?? {})) ?? [];
  return kept.get(name);
}

/** By message: how often the user has spoken in those before it; one element more than messages. */
function promptsBefore(roles: readonly string[], results: readonly ToolResult[]): number[] {
  const holding = new Set(results.map(({ messageIndex }) => messageIndex));
  const isPrompt = (index: number) => roles[index] === "user" && !holding.has(index);
  const counts = [0];
  for (let index = 0; index < roles.length; index++)
    counts.push((counts[index] ?? 0) + (isPrompt(index) && !isPrompt(index - 1) ? 1 : 0));
  return counts;
}

function newPrompts(prompts: readonly number[], known: Conversation): number {
  const messages = prompts.length - 1;
  const seen = prompts[Math.min(known.seenMessages, messages)] ?? 0;
  known.seenMessages = messages;
  return (prompts[messages] ?? 0) - seen;
}

/** Every shortened string in a call's arguments has it. */
const MARK = "[argument shortened: ";

const hasMark = (value: unknown): boolean => hasString(value, (text) => text.includes(MARK));

function hasString(value: unknown, is: (text: string) => boolean): boolean {
  let found = false;
  visitStrings(value, (text) => {
    found ||= is(text);
  });
  return found;
}

function* newlyReduced(
  decisions: readonly Decision[],
  results: readonly ToolResult[],
  known: Conversation,
  fileOf: (result: ToolResult) => string | undefined,
): Steps<ReducedResult[]> {
  const places = new Map(results.map((result, index) => [`${result.messageIndex}/${result.blockIndex}`, index]));
  const found: ReducedResult[] = [];
  for (const decision of decisions) {
    yield;
    const { messageIndex, blockIndex, callId, toolName, isMedia } = decision;
    const index = places.get(`${messageIndex}/${blockIndex}`);
    const result = index === undefined ? undefined : results[index];
    // Arguments of calls are at the call, and thinking has none.
    const call = index === undefined || result === undefined ? callId : idOf(result, index);
    // Not the rest of it: its hash is computed when it is read, which takes as long as reading the result.
    const { action, reason, role, roleFrom, charsBefore, charsAfter } = decision;
    if (call === undefined || action === "keep" || isMedia === true) continue;
    const key = action === "trim" ? `${action} ${call}` : call;
    if (known.reduced.get(key)?.action === action) continue;
    const numbers = { action, reason, role, roleFrom, charsBefore, charsAfter };
    const original = result === undefined ? undefined : fileOf(result);
    const reduced: ReducedResult = {
      kind: "reduced",
      call,
      tool: toolName ?? "",
      ...numbers,
      later: undefined,
      original,
    };
    known.reduced.set(key, reduced);
    const [name] = FILE_NAME.exec(original ?? "") ?? [];
    if (name !== undefined) known.kept.set(name, reduced);
    found.push(reduced);
  }
  return found;
}
