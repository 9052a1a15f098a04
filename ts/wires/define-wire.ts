import type { Wire } from "../contract/report.js";
import type { JsonRecord } from "../text/json-value.js";
import type { CacheFacts } from "./cache-facts.js";
import type { ProviderFacts } from "./provider-facts.js";
import { listSize } from "./text-chars.js";
import type { ThinkingBlock, Transcript } from "./transcript.js";

/** Keys and indexes that lead from one JSON value to another inside it. */
export type Path = readonly (string | number)[];

/** A path behind a first key or index. (A spread behind an element would make a list with room for many more.) */
export const pathFrom = (first: string | number, rest: Path): Path => ([first] as Path).concat(rest);

/** The author of a message; `tool` where results are all that it has. */
export type MessageRole = "assistant" | "user" | "tool" | "system" | "other";

/** The blocks of a message. */
export interface BlockFacts {
  readonly key: string;
  /** Whether results are blocks of a message, maybe next to the user's words; else each is a message of its own. */
  readonly holdResults: boolean;
  /** Whether a block is a tool result. */
  isResult(block: unknown): boolean;
  /** A text as a block of a message. */
  ofText(text: string): JsonRecord;
}

/**
 * One wire: its requests as data and as small readers. Rooms that need more of a wire than this have one reader for each
 * wire in a `wireTable` of their own. `list` is the conversation; readers ignore elements that are no objects.
 */
export interface WireDefinition {
  readonly key: Wire;
  /** Key of the request's list of messages. */
  readonly listKey: string;
  /** Whether a text can take the list's place; nothing in it can be reduced. @default false */
  readonly listMayBeText: boolean;
  readonly blocks: BlockFacts;
  readonly cache: CacheFacts;
  /** Names that headers must have where definitions of tools are left to the provider's search. @default none */
  readonly searchHeaders: Readonly<Record<string, string>>;
  readonly provider: ProviderFacts;
  /**
   * Whether user and assistant alternate: a summary is the first text of the user's first message then; else it is a
   * message of its own. @default false
   */
  readonly alternates: boolean;
  /** Whether calls in a row, with nothing but reasoning between them, are one tool turn. @default false */
  readonly joinsCalls: boolean;
  /** Whether a result is an object, whose texts are its string values at any depth. @default false */
  readonly resultsAreObjects: boolean;
  /** Tokens of an image or document where nothing but their number is known. @default OpenAI's for its newest models */
  readonly mediumTokens: number;
  read(list: readonly unknown[]): Transcript;
  /** `.length` of all text of messages. @default by the names and types that the package's wires have */
  measure(list: readonly unknown[]): number;
  roleOf(message: JsonRecord): MessageRole;
  /** Whether an assistant's message calls a tool. */
  makesCalls(message: JsonRecord): boolean;
  /**
   * The path from a message to the content of its result in the block `blockIndex`.
   *
   * @param isSnakeCase Whether the result is under a key in `snake_case`, where the wire has both spellings.
   */
  contentPath(blockIndex: number, isSnakeCase: boolean): Path;
  /** Whether that result is under a key in `snake_case`. @default never */
  isSnakeCase(message: unknown, blockIndex: number): boolean;
  /** Whether the list only continues a conversation that the provider keeps. @default never */
  isDelta(request: JsonRecord): boolean;
  /** The top-level keys by which a request says so. @default none */
  deltaKeys: readonly string[];
  /** Whether the request asks the provider to clear old tool results itself. @default never */
  isServerEdited(request: JsonRecord): boolean;
  /** Whether a message replaces everything before it, as the provider itself wrote it. @default never */
  isCompaction(message: JsonRecord): boolean;
  /** Messages in front of the newest compaction that the provider does not read, if they are sent. @default 0 */
  unreadMessages(list: readonly unknown[]): number;
  /** Whether a message is nothing but the model's reasoning. @default never */
  isReasoning(message: JsonRecord): boolean;
  /** The thinking in an assistant's message, in order. @default none */
  thinkingIn(message: JsonRecord): readonly Omit<ThinkingBlock, "messageIndex">[];
  /** Whether the conversation may ask for thinking by hand, instead of leaving it to the model. @default never */
  thinksByHand(request: JsonRecord): boolean;
  /** Whether the request lets the model think, as far as it says. @default always */
  letsThink(request: JsonRecord): boolean;
  /**
   * Names that headers must have in order that the request may ask the provider to drop thinking that does not fit.
   * @default it cannot
   */
  readonly dropHeaders: Readonly<Record<string, string>> | undefined;
  /** Whether thinking is a block of a message, which can be left out. @default false */
  readonly thinkingIsBlock: boolean;
  /** The member of a result with the id of its call, where thinking may come that its provider checks. @default none may */
  readonly checkedCallKey: string | undefined;
  /** A message of the user with these texts; at least one. */
  userMessage(texts: readonly string[]): JsonRecord;
}

const never = () => false;
const none = () => [];

const DEFAULTS = {
  searchHeaders: {},
  listMayBeText: false,
  alternates: false,
  joinsCalls: false,
  resultsAreObjects: false,
  mediumTokens: 1229,
  measure: (list: readonly unknown[]) => listSize(list).chars,
  isSnakeCase: never,
  isDelta: never,
  deltaKeys: [],
  isServerEdited: never,
  isCompaction: never,
  unreadMessages: () => 0,
  isReasoning: never,
  thinkingIn: none,
  thinksByHand: never,
  letsThink: () => true,
  dropHeaders: undefined,
  thinkingIsBlock: false,
  checkedCallKey: undefined,
};

/** A definition, with the defaults for what it leaves out. */
export function defineWire(
  given: Omit<WireDefinition, keyof typeof DEFAULTS> & Partial<Pick<WireDefinition, keyof typeof DEFAULTS>>,
): WireDefinition {
  return { ...DEFAULTS, ...given };
}
