// How much of a conversation depends on a block. What scores high is condensed last.
import type { TextBackend } from "../../../contract/text-backend.js";
import { loadTextBackend } from "../../../load/text-backend.js";
import { looksLikeError } from "../../../text/error-signs.js";
import { WordSieve } from "../../../text/word-sieve.js";
import type { MessageType } from "../../providers/base/message-type.js";
import type { TypedBlock } from "../classification/block.js";
import type { TypedConversation } from "../classification/classify.js";
import { says } from "../classification/signals.js";

/** How the parts of a score are weighed. */
export interface ImportanceWeights {
  /** Score of a block by its type alone. */
  base: Readonly<Record<MessageType, number>>;
  /** For the newest block; it halves with each `halfLife`. */
  recency: number;
  /** Share of the conversation's blocks after which recency is a half. */
  halfLife: number;
  /** For each doubling of the number of later blocks that use a word which the block brought up. */
  reference: number;
  /** For each doubling of the number of its words that calls and messages use after it, old uses less. */
  topic: number;
  /** Taken off for each doubling of the block's size: what is large costs more to keep. */
  size: number;
  /** For text that decides something. */
  decision: number;
  /** For errors, and what follows from them. */
  error: number;
  /** For what the user corrects, and how the correction is taken up. */
  correction: number;
}

/** The weights that are used where none are given. */
export const IMPORTANCE_WEIGHTS: ImportanceWeights = Object.freeze({
  base: Object.freeze({
    USER_MESSAGE: 1,
    ASSISTANT_MESSAGE: 0.6,
    ASSISTANT_THINKING: 0.3,
    TOOL_CALL: 0.4,
    TOOL_RESULT: 0.2,
    SYSTEM_MESSAGE: 1,
  }),
  recency: 1,
  halfLife: 0.25,
  reference: 0.1,
  topic: 0.2,
  size: 0.1,
  decision: 0.3,
  error: 0.2,
  correction: 0.3,
});

/** What a score is the sum of. */
export interface ImportanceParts {
  /** By the block's type. */
  base: number;
  /** By its age. */
  recency: number;
  /** By the later blocks that use its words. */
  reference: number;
  /** By its words that are still in use. */
  topic: number;
  /** By its size; 0 or less. */
  size: number;
  /** Above 0 where it decides something. */
  decision: number;
  /** Above 0 for errors, and what follows from them. */
  error: number;
  /** Above 0 for corrections of the user, and what they correct. */
  correction: number;
}

/** A score and its parts. */
export interface ImportanceScore {
  block: TypedBlock;
  /** The sum of the parts. */
  score: number;
  parts: ImportanceParts;
  /** Whether it is on the path to the newest block, which is not condensed. */
  isCritical: boolean;
}

/** The scores of all blocks, in document order. Linear in the text. */
export function scoreImportance(
  conversation: TypedConversation,
  weights: ImportanceWeights = IMPORTANCE_WEIGHTS,
  tree: ConversationTree = buildTree(conversation),
): ImportanceScore[] {
  const { blocks } = conversation;
  const used = new WordSieve();
  for (const block of blocks) if (USES.has(block.type)) visitWords(textOf(block), (word) => used.add(word));
  const words = blocks.map((block) => distinctWords(textOf(block), used));
  const uses = laterUses(blocks, words);
  const topics = topicWords(blocks, words);
  const corrected = correctedBlocks(blocks);
  return blocks.map((block, index) => {
    const age = blocks.length <= 1 ? 0 : (blocks.length - 1 - index) / (blocks.length - 1);
    const parts = {
      base: weights.base[block.type],
      recency: weights.recency * 0.5 ** (age / weights.halfLife),
      reference: weights.reference * Math.log2(1 + (uses[index] ?? 0)),
      topic: weights.topic * Math.log2(1 + (topics[index] ?? 0)),
      size: -weights.size * Math.log2(1 + textOf(block).length / SIZE_CHARS),
      decision: isDecision(block) ? weights.decision : 0,
      error: failed(block) || failed(tree.parents.get(block)) ? weights.error : 0,
      correction: corrected.has(block) ? weights.correction : 0,
    };
    const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
    return { block, score, parts, isCritical: tree.criticalPath.has(block) };
  });
}

function failed(block: TypedBlock | undefined): boolean {
  if (block?.type !== "TOOL_RESULT") return false;
  return block.isError === true || (block.texts.length === 1 && looksLikeError(textOf(block)));
}

const textOf = ({ texts }: TypedBlock): string => texts.map(({ text }) => text).join("\n");

const DECIDES: ReadonlySet<MessageType> = new Set(["ASSISTANT_MESSAGE", "ASSISTANT_THINKING"]);
const isDecision = (block: TypedBlock): boolean => DECIDES.has(block.type) && says("decision", textOf(block));

/** What uses words: it shows what the model works with. */
const USES: ReadonlySet<MessageType> = new Set(["ASSISTANT_MESSAGE", "TOOL_CALL", "USER_MESSAGE"]);
const MAX_WORDS = 2_000;
/** Chars of a block of which the size counts once. */
const SIZE_CHARS = 400;
/** Share of the conversation's blocks after which the use of a word counts a half. */
const TOPIC_HALF_LIFE = 0.1;

/** By block: how many later uses its words have in calls and messages, each word counted in the block that had it first. */
function laterUses(blocks: readonly TypedBlock[], words: readonly ReadonlySet<string>[]): number[] {
  const first = new Map<string, number>();
  const uses = new Array<number>(blocks.length).fill(0);
  for (const [index, block] of blocks.entries()) {
    const isUse = USES.has(block.type);
    for (const word of words[index] ?? []) {
      const owner = first.get(word);
      if (owner === undefined) first.set(word, index);
      else if (isUse) uses[owner] = (uses[owner] ?? 0) + 1;
    }
  }
  return uses;
}

/** By block: the sum over its words of how much they are used after it, each at most once. */
function topicWords(blocks: readonly TypedBlock[], words: readonly ReadonlySet<string>[]): number[] {
  const used = new Map<string, number>();
  const sums = new Array<number>(blocks.length).fill(0);
  for (const [age, block] of blocks.toReversed().entries()) {
    const index = blocks.length - 1 - age;
    const weight = USES.has(block.type) ? 0.5 ** (age / (TOPIC_HALF_LIFE * blocks.length)) : 0;
    let sum = 0;
    for (const word of words[index] ?? []) {
      const known = used.get(word) ?? 0;
      sum += Math.min(1, known);
      if (weight > 0) used.set(word, known + weight);
    }
    sums[index] = sum;
  }
  return sums;
}

const visitWords: TextBackend["visitRanked"] = (...given) => loadTextBackend().visitRanked(...given);

/** The words of a text that calls and messages use: no others count. */
function distinctWords(text: string, used: WordSieve): Set<string> {
  const words = new Set<string>();
  const add = (word: string) => {
    if (words.size < MAX_WORDS && used.has(word)) words.add(word);
  };
  visitWords(text, add, used);
  return words;
}

/** The user's corrections, what is before each, and what takes it up. */
function correctedBlocks(blocks: readonly TypedBlock[]): Set<TypedBlock> {
  const found = new Set<TypedBlock>();
  for (const [index, block] of blocks.entries()) {
    if (block.type !== "USER_MESSAGE" || index === 0 || !says("correction", textOf(block).slice(0, 400))) continue;
    for (const one of [blocks[index - 1], block, blocks[index + 1]]) if (one !== undefined) found.add(one);
  }
  return found;
}

// The conversation as a tree, and the path in it that leads to where the work is now:
//
//   intent (user)  ▶  decision (assistant, thinking)  ▶  call  ▶  result
interface ConversationTree {
  /** By block: the block that it follows from; undefined for what the user said. */
  parents: ReadonlyMap<TypedBlock, TypedBlock | undefined>;
  /** The newest block and everything it follows from. */
  criticalPath: ReadonlySet<TypedBlock>;
}

/** Builds the tree. Linear. */
export function buildTree({ blocks }: TypedConversation): ConversationTree {
  const parents = new Map<TypedBlock, TypedBlock | undefined>();
  const calls = new Map<string, TypedBlock>();
  let intent: TypedBlock | undefined;
  let decision: TypedBlock | undefined;
  let call: TypedBlock | undefined;
  for (const block of blocks) {
    const { type } = block;
    const id = block.call?.callId;
    if (type === "USER_MESSAGE") {
      parents.set(block, undefined);
      intent = block;
      decision = undefined;
      call = undefined;
    } else if (type === "ASSISTANT_MESSAGE" || type === "ASSISTANT_THINKING") {
      parents.set(block, call === undefined ? intent : (intent ?? decision));
      decision = block;
    } else if (type === "TOOL_CALL") {
      parents.set(block, decision ?? intent);
      if (id !== undefined) calls.set(id, block);
      call = block;
    } else if (type === "TOOL_RESULT") {
      parents.set(block, (id === undefined ? undefined : calls.get(id)) ?? call ?? intent);
    }
  }
  const criticalPath = new Set<TypedBlock>();
  for (let at = blocks.findLast((block) => parents.has(block)); at !== undefined; at = parents.get(at))
    criticalPath.add(at);
  return { parents, criticalPath };
}
