import { setNewest } from "../base/maps.js";
import { type CacheRule, LOOK_BACK_BLOCKS, MAX_BREAKPOINTS } from "./cache-rule.js";
import type { UnitTable } from "./unit-table.js";

/** A request as a list of units. */
export interface Sent {
  /** Numbers of its units, the constant prefix first. */
  readonly ids: readonly number[];
  /** The prefixes of these units in the session's tree; one element more than units. */
  readonly path: readonly number[];
  /** Tokens of each node of the tree. */
  readonly tokens: readonly number[];
  /** Nodes from this number on are new in this request. */
  readonly firstNew: number;
  /** Number of leading units that are the constant prefix. */
  readonly prefixLength: number;
  /** Numbers of leading units that end at one of Tamis's breakpoints, in order of priority. */
  readonly anchors: readonly number[];
  /** The same of the one in front of a move's first edit, which goes before the others. */
  readonly frontAnchor?: number | undefined;
  /** In milliseconds; undefined if unknown. */
  readonly time: number | undefined;
  /** Places of its breakpoints, as numbers of leading units, ascending. Undefined if they are the usual client's. */
  readonly breakpoints?: readonly number[] | undefined;
}

/** How the tokens of a request are billed. */
export interface Billed {
  /** Tokens read from the cache. */
  read: number;
  /** Tokens written to the cache. */
  written: number;
  /** Tokens billed as fresh input. */
  fresh: number;
}

/** Tokens of a request, however they are billed. */
export const totalOf = ({ read, written, fresh }: Billed): number => read + written + fresh;

/** A provider's cache over one session. It is asked about every request in order, and remembers each. */
export interface Cache {
  bill(sent: Sent): Billed;
}

/** The cost of a request in fresh tokens. */
export function costOf({ read, written, fresh }: Billed, { dear, ...rule }: CacheRule): number {
  const cost = (read * rule.read + written * rule.write) / 10_000 + fresh;
  return dear !== undefined && read + written + fresh > dear.aboveTokens ? cost * dear.times : cost;
}

export function createCache(rule: CacheRule, units: UnitTable): Cache {
  switch (rule.finding) {
    case "prefix":
      return new PrefixCache(rule);
    case "look-back":
    case "exact":
      return new EntryCache(rule, units);
    case "none":
      return { bill: (sent) => ({ read: 0, written: 0, fresh: sentTokens(sent) }) };
  }
}

const sentTokens = ({ path, tokens }: Sent): number => tokens[path.at(-1) ?? 0] ?? 0;

/** Finds the longest prefix of an earlier request. */
class PrefixCache implements Cache {
  readonly #rule: CacheRule;
  /** When each node was last sent, with a fixed lifetime when it was made; used only if times are known. */
  readonly #usedAt: number[] = [];

  constructor(rule: CacheRule) {
    this.#rule = rule;
  }

  bill(sent: Sent): Billed {
    const { minimumTokens, stepTokens, stepOffset } = this.#rule;
    const total = sentTokens(sent);
    const found = sent.tokens[sent.path[this.#knownLength(sent)] ?? 0] ?? 0;
    const whole = Math.max(0, found - ((found + stepOffset) % stepTokens));
    const read = whole >= minimumTokens ? whole : 0;
    this.#touch(sent);
    return total < minimumTokens ? { read: 0, written: 0, fresh: total } : { read, written: total - read, fresh: 0 };
  }

  /** Every prefix of a living prefix is alive too, so bisection finds its end. */
  #knownLength({ path, firstNew, time }: Sent): number {
    const isKnown = (node: number) =>
      node < firstNew && (time === undefined || time - (this.#usedAt[node] ?? time) <= this.#rule.lifeMs);
    let [low, high] = [0, path.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isKnown(path[middle] ?? 0)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #touch({ path, time }: Sent): void {
    if (time === undefined) return;
    const { isFixed, lifeMs } = this.#rule;
    for (const node of path) {
      const isAlive = time - (this.#usedAt[node] ?? Number.NEGATIVE_INFINITY) <= lifeMs;
      if (!isFixed || !isAlive) this.#usedAt[node] = time;
    }
  }
}

/** Finds entries. An entry exists only where an earlier request had a breakpoint. */
class EntryCache implements Cache {
  readonly #rule: CacheRule;
  readonly #units: UnitTable;
  /** When each entry was last used, with a fixed lifetime when it was made; -∞ if the time is unknown. In the order in which their breakpoints were last set. */
  readonly #entries = new Map<number, number>();

  constructor(rule: CacheRule, units: UnitTable) {
    this.#rule = rule;
    this.#units = units;
  }

  bill(sent: Sent): Billed {
    const total = sentTokens(sent);
    const breakpoints = sent.breakpoints ?? breakpointsOf(sent, this.#rule, this.#units);
    const hit = this.#rule.finding === "exact" ? this.#longest(sent) : this.#lookBack(sent, breakpoints);
    this.#refresh(sent, hit);
    const cached = breakpoints.filter((length) => this.#tokens(sent, length) >= this.#rule.minimumTokens);
    for (const length of this.#written(cached)) this.#write(sent, length);
    const read = this.#tokens(sent, hit);
    const end = Math.max(read, this.#tokens(sent, cached.at(-1) ?? 0));
    return { read, written: end - read, fresh: total - end };
  }

  /** With `exact` a request writes at most four, the newest: one is implicit, three are explicit. */
  #written(cached: readonly number[]): readonly number[] {
    return this.#rule.finding === "exact" ? cached.slice(-MAX_BREAKPOINTS) : cached;
  }

  #write(sent: Sent, length: number): void {
    const { path, time = Number.NEGATIVE_INFINITY } = sent;
    const node = path[length] ?? 0;
    const madeAt = this.#rule.isFixed && this.#isAlive(node, sent) ? (this.#entries.get(node) ?? time) : time;
    setNewest(this.#entries, node, madeAt, this.#rule.matchedBreakpoints);
  }

  #tokens({ path, tokens }: Sent, length: number): number {
    return tokens[path[length] ?? 0] ?? 0;
  }

  #isAlive(node: number, { time }: Sent): boolean {
    const usedAt = this.#entries.get(node);
    if (usedAt === undefined) return false;
    return time === undefined || usedAt === Number.NEGATIVE_INFINITY || time - usedAt <= this.#rule.lifeMs;
  }

  /** The longest prefix with an entry. */
  #longest(sent: Sent): number {
    for (let length = sent.path.length - 1; length > 0; length--) {
      if (this.#isAlive(sent.path[length] ?? 0, sent)) return length;
    }
    return 0;
  }

  /** The longest prefix with an entry at a breakpoint, or at one of the blocks before it. */
  #lookBack(sent: Sent, breakpoints: readonly number[]): number {
    let longest = 0;
    for (const breakpoint of breakpoints) {
      let blocks = 0;
      for (let length = breakpoint; length > longest && blocks <= LOOK_BACK_BLOCKS; length--) {
        if (!this.#units.isBlock[sent.ids[length - 1] ?? 0]) continue;
        blocks++;
        if (this.#isAlive(sent.path[length] ?? 0, sent)) longest = length;
      }
    }
    return longest;
  }

  #refresh(sent: Sent, hit: number): void {
    const { time } = sent;
    if (time === undefined || this.#rule.isFixed) return;
    for (let length = hit; length > 0; length--) {
      const node = sent.path[length] ?? 0;
      if (this.#isAlive(node, sent)) this.#entries.set(node, time);
      if (!this.#rule.refreshesShorter) break;
    }
  }
}

/**
 * The places of a request's breakpoints, as numbers of leading units, ascending: the client's before the messages and
 * on its newest ones, and as many of Tamis's anchors as there is room for. A client of the wire with implicit
 * breakpoints sets none: the provider puts one on the newest message.
 */
export function breakpointsOf(
  { ids, anchors, frontAnchor, path, tokens, prefixLength }: Sent,
  rule: CacheRule,
  units: UnitTable,
): number[] {
  const isImplicit = rule.finding === "exact";
  const constant = isImplicit || (tokens[path[prefixLength] ?? 0] ?? 0) === 0 ? 0 : rule.constantBreakpoints;
  const marked = new Set<number>([ids.length]);
  const previous = !isImplicit && rule.messageBreakpoints > 1 ? previousRequestEnd(ids, units, prefixLength) : 0;
  if (previous > 0) marked.add(previous);
  // Tools and system prompt are one unit here, but their two breakpoints use two slots.
  let free = MAX_BREAKPOINTS - marked.size - constant;
  // Where breakpoints are found anywhere, a request has no need to look in front of its edits.
  for (const anchor of isImplicit || frontAnchor === undefined ? anchors : [frontAnchor, ...anchors]) {
    if (free <= 0) break;
    if (!marked.has(anchor)) free--;
    marked.add(anchor);
  }
  if (constant > 0) marked.add(prefixLength);
  return [...marked].sort((a, b) => a - b);
}

/** The end of the newest message before the model's last answer that the model did not write; 0 if there is none. */
function previousRequestEnd(ids: readonly number[], units: UnitTable, prefixLength: number): number {
  let end = ids.length;
  while (end > prefixLength && !units.fromModel[ids[end - 1] ?? 0]) end--;
  while (end > prefixLength && units.fromModel[ids[end - 1] ?? 0]) end--;
  return end > prefixLength ? end : 0;
}
