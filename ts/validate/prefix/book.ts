// What each thinking block of a session was made after, and whether a later request still has it before the block.
//
//   request 3     tools  system  user  T1  call  result                      its end
//   request 4     tools  system  user  T1  call  result  T2  call  result
//                 └─────────── made after: content ─────┘
//                              thinking: T1
//
// Thinking is set aside: the content before a block must be the same to the last piece, of the thinking before it the
// oldest blocks may be missing. A request costs time linear in its pieces, and a block whose surroundings did not change
// since it was last looked at costs nothing.

/** What a piece of a request is. */
export type PieceKind = "tools" | "system" | "message" | "thinking" | "compaction";

/** A piece of a request, by the number of its content. */
export interface BookPiece {
  /** The same for pieces of the same content and kind. */
  readonly id: number;
  readonly kind: PieceKind;
  readonly byModel: boolean;
  /** Whether the provider can recognise this thinking block as its own. */
  readonly isSigned: boolean;
}

/** Rules by which a thinking block is refused. */
export type PrefixRule = "prefix/changed" | "prefix/thinking-missing" | "prefix/thinking-added";

/** A thinking block that does not have before it what it was made after. Places are indexes of pieces. */
export interface Failure {
  rule: PrefixRule;
  /** The thinking block. */
  at: number;
  /** The first piece that is not as it was. */
  differsAt: number;
  /** The kind of what was there before; undefined where there was nothing. */
  before: PieceKind | undefined;
  /** 0-based number of the request whose answer the block is from. */
  madeAt: number;
}

/** How much of a request is checked. */
export interface CheckedBlocks {
  /** No block, those that are signed, or all. */
  blocks: "none" | "signed" | "all";
}

interface Made {
  content: number;
  thinking: number;
  request: number;
  /** Whether that request itself fails. */
  fails?: boolean;
  /** The verdict of the last look, and what it was about. */
  seen?: { content: number; thinking: number; verdict: Verdict | undefined };
}

/** Why a block fails. Where content differs is looked up only if it is asked for. */
interface Verdict {
  rule: PrefixRule;
  made: Made;
  differsAt?: number;
  before?: PieceKind | undefined;
}

/** A thinking block and what is before it in the request at hand. */
interface Found {
  at: number;
  piece: BookPiece;
  /** Pieces of content before it. */
  contentCount: number;
  content: number;
  thinking: number;
  /** How many thinking blocks are before it. */
  thinkingCount: number;
  /** Why it fails; undefined if it does not. */
  verdict?: Verdict | undefined;
}

/** A request as both lists. */
interface Read {
  /** Index of the newest compaction; -1 if there is none. */
  start: number;
  /** Indexes of the pieces of content. */
  contentAt: number[];
  /** The nodes of the first 0, 1, 2, … of them. */
  path: number[];
  found: Found[];
  thinkingEnd: number;
}

const isChecked = ({ piece }: Found, { blocks }: CheckedBlocks): boolean =>
  blocks === "all" || (blocks === "signed" && piece.isSigned);

const hasFailed = (found: Found, checked: CheckedBlocks): boolean =>
  found.verdict !== undefined && isChecked(found, checked);

/** Remembers the requests of one session. */
export class PrefixBook {
  readonly #content = new Chain();
  readonly #thinking = new Chain();
  readonly #kinds: PieceKind[] = [];
  readonly #made = new Map<number, Made[]>();
  /** Requests by the node of their whole content. */
  readonly #ends = new Map<number, Made[]>();
  /** The request at hand. */
  readonly #read: Read = { start: -1, contentAt: [], path: [Chain.EMPTY], found: [], thinkingEnd: Chain.EMPTY };
  #newest: Made | undefined;
  #requests = 0;

  /**
   * Looks at the next request, remembers it, and returns the blocks that fail, in order.
   *
   * @param shared Number of leading pieces that are those of the request before.
   */
  check(pieces: readonly BookPiece[], checked: CheckedBlocks, shared = 0): Failure[] {
    const read = this.#look(pieces, checked, shared);
    const meet = this.#content.meetings(read.path);
    return read.found.flatMap((found) => {
      const { verdict } = found;
      return verdict === undefined || !isChecked(found, checked) ? [] : [this.#failure(verdict, found, { read, meet })];
    });
  }

  /** Works like {@link check}, and says only whether a block fails. */
  fails(pieces: readonly BookPiece[], checked: CheckedBlocks, shared = 0): boolean {
    return this.#look(pieces, checked, shared).found.some((found) => hasFailed(found, checked));
  }

  #look(pieces: readonly BookPiece[], checked: CheckedBlocks, shared: number): Read {
    const read = this.#read;
    const kept = this.#take(pieces, shared);
    for (const found of read.found.slice(kept)) found.verdict = this.#verdictOf(found, read, pieces);
    this.#remember(
      read,
      read.found.some((found) => hasFailed(found, checked)),
    );
    return read;
  }

  /** Reads the pieces that are new, and returns how many thinking blocks are not. */
  #take(pieces: readonly BookPiece[], shared: number): number {
    const read = this.#read;
    const isShared = read.start < shared && !pieces.slice(shared).some(({ kind }) => kind === "compaction");
    const from = isShared ? shared : 0;
    // The provider does not read messages before the newest compaction, so a client may leave them out.
    if (!isShared) read.start = pieces.findLastIndex(({ kind }) => kind === "compaction");
    while ((read.contentAt.at(-1) ?? -1) >= from) read.contentAt.pop();
    while ((read.found.at(-1)?.at ?? -1) >= from) read.found.pop();
    read.path.length = read.contentAt.length + 1;
    const last = read.found.at(-1);
    read.thinkingEnd = last === undefined ? Chain.EMPTY : this.#thinking.add(last.thinking, last.piece.id);
    const kept = read.found.length;
    for (let at = from; at < pieces.length; at++) this.#takeOne(pieces[at] as BookPiece, at);
    return kept;
  }

  #takeOne(piece: BookPiece, at: number): void {
    const { path, contentAt, found, start, thinkingEnd } = this.#read;
    const { id, kind } = piece;
    this.#kinds[id] = kind;
    if (at < start && kind !== "tools" && kind !== "system") return;
    const content = path.at(-1) ?? Chain.EMPTY;
    if (kind === "thinking") {
      found.push({
        at,
        piece,
        contentCount: contentAt.length,
        content,
        thinking: thinkingEnd,
        thinkingCount: found.length,
      });
      this.#read.thinkingEnd = this.#thinking.add(thinkingEnd, id);
    } else {
      contentAt.push(at);
      path.push(this.#content.add(content, id));
    }
  }

  #verdictOf(found: Found, read: Read, pieces: readonly BookPiece[]): Verdict | undefined {
    const { id, isSigned } = found.piece;
    const known = this.#made.get(id) ?? [];
    let verdict: Verdict | undefined;
    for (const made of known) {
      verdict = this.#verdict(made, found, read);
      if (verdict === undefined) return undefined;
    }
    // Only a signature says that two blocks of the same text are one.
    if (known.length > 0 && isSigned && this.#newest !== undefined) return verdict;
    const made = this.#madeAfter(found, read, pieces, known.length > 0);
    if (made === undefined) return verdict;
    this.#made.set(id, [...known, made]);
    return this.#verdict(made, found, read);
  }

  /**
   * What a block was made after that comes for the first time: a request that was sent, and the part of the answer
   * before the block. The answer is what the model wrote last before the block. If no request fits, it is taken for
   * the answer to the newest one.
   */
  #madeAfter(found: Found, read: Read, pieces: readonly BookPiece[], onlyFitting: boolean): Made | undefined {
    if (this.#newest === undefined) return { content: found.content, thinking: found.thinking, request: 0 };
    const isModels = (count: number) => pieces[read.contentAt[count - 1] ?? -1]?.byModel === true;
    let count = found.contentCount;
    for (;;) {
      for (const end of this.#ends.get(read.path[count] ?? -1) ?? []) {
        const made = { ...end, content: found.content, thinking: this.#withAnswer(end, found, read, count) };
        if (this.#verdict({ ...made }, found, read) === undefined) return made;
      }
      // What is before a compaction is not sent again.
      if (this.#kinds[this.#content.last(read.path[count] ?? Chain.EMPTY)] === "compaction") {
        return { content: found.content, thinking: found.thinking, request: this.#newest.request };
      }
      if (!isModels(count)) break;
      count--;
    }
    if (onlyFitting) return undefined;
    let content = this.#newest.content;
    for (let at = count; at < found.contentCount; at++) {
      content = this.#content.add(content, this.#content.last(read.path[at + 1] ?? Chain.EMPTY));
    }
    return { ...this.#newest, content, thinking: this.#withAnswer(this.#newest, found, read, count) };
  }

  /** The thinking of a request, and that of its answer before a block. */
  #withAnswer({ thinking }: Made, { at }: Found, { found }: Read, count: number): number {
    // A request that ends with the model's words may end with thinking of its own.
    const isOwn = (one: Found) =>
      one.contentCount === count && [...this.#thinking.backward(thinking)].includes(one.piece.id);
    const answer = found.filter((one) => one.at < at && one.contentCount >= count && !isOwn(one));
    return answer.reduce((node, { piece }) => this.#thinking.add(node, piece.id), thinking);
  }

  #verdict(made: Made, found: Found, read: Read): Verdict | undefined {
    const { content, thinking } = found;
    if (made.seen?.content !== content || made.seen.thinking !== thinking) {
      made.seen = { content, thinking, verdict: this.#compare(made, found, read) };
    }
    return made.seen.verdict;
  }

  #compare(made: Made, found: Found, read: Read): Verdict | undefined {
    return made.content === found.content ? this.#compareThinking(made, found, read) : { rule: "prefix/changed", made };
  }

  /** A verdict in full. */
  #failure(
    { rule, made, ...known }: Verdict,
    found: Found,
    { read, meet }: { read: Read; meet: (node: number) => Meeting },
  ): Failure {
    if (known.differsAt !== undefined) {
      return { rule, at: found.at, differsAt: known.differsAt, before: known.before, madeAt: made.request };
    }
    const { depth, before } = meet(made.content);
    const differsAt = depth < found.contentCount ? (read.contentAt[depth] ?? found.at) : found.at;
    const kind = before === undefined ? undefined : this.#kinds[this.#content.last(before)];
    return { rule, at: found.at, differsAt, before: kind, madeAt: made.request };
  }

  /** The thinking before a block must be the end of what was before it: only the oldest may be missing. */
  #compareThinking(made: Made, found: Found, read: Read): Verdict | undefined {
    const was = this.#thinking.backward(made.thinking);
    let place = found.thinkingCount - 1;
    for (const id of this.#thinking.backward(found.thinking)) {
      const next = was.next();
      if (next.value !== id) {
        const isMissing = [...was].includes(id);
        const at = read.found[isMissing ? place + 1 : place]?.at ?? found.at;
        const rule = isMissing ? "prefix/thinking-missing" : "prefix/thinking-added";
        return { rule, made, differsAt: at, before: next.done === true ? undefined : "thinking" };
      }
      place--;
    }
    return undefined;
  }

  /** A request that fails gets no answer if the same content was sent with thinking that does not. */
  #remember({ path, thinkingEnd }: Read, fails: boolean): void {
    const content = path.at(-1) ?? Chain.EMPTY;
    const end = { content, thinking: thinkingEnd, request: this.#requests++, fails };
    this.#newest = end;
    const others = (this.#ends.get(content) ?? []).filter(({ thinking }) => thinking !== thinkingEnd);
    const fine = others.filter((other) => !other.fails);
    if (fails && fine.length > 0) return;
    this.#ends.set(content, [end, ...(fails ? others : fine)].slice(0, MOST_ENDS));
  }
}

/** Requests of the same content and other thinking that are remembered. */
const MOST_ENDS = 8;

/** Where two lists part. */
interface Meeting {
  /** How many leading elements they share. */
  depth: number;
  /** The node of the first element that is not shared; undefined if there is none. */
  before: number | undefined;
}

/**
 * Lists of numbers as paths in one tree: two lists share the nodes of their common beginning. Two lists are equal
 * exactly if they end at the same node, so that a node identifies everything up to it.
 */
class Chain {
  /** The empty list. */
  static readonly EMPTY = 0;

  readonly #children = new Map<number, number>();
  readonly #parents: number[] = [Chain.EMPTY];
  readonly #ids: number[] = [-1];
  readonly #depths: number[] = [0];

  /** The list at `node` with one more element. */
  add(node: number, id: number): number {
    const key = node * 2 ** 26 + id;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const next = this.#parents.push(node) - 1;
    this.#ids.push(id);
    this.#depths.push(this.depth(node) + 1);
    this.#children.set(key, next);
    return next;
  }

  /** The list without its last element. */
  parent(node: number): number {
    return this.#parents[node] ?? Chain.EMPTY;
  }

  /** The last element of the list. */
  last(node: number): number {
    return this.#ids[node] ?? -1;
  }

  /** Number of elements. */
  depth(node: number): number {
    return this.#depths[node] ?? 0;
  }

  /** Finds where lists leave the one whose nodes are `path`. Each node is climbed once, over all calls. */
  meetings(path: readonly number[]): (node: number) => Meeting {
    const known = new Map<number, Meeting>();
    return (node) => {
      const climbed: number[] = [];
      let at = node;
      while (path[this.depth(at)] !== at && !known.has(at)) {
        climbed.push(at);
        at = this.parent(at);
      }
      const met = known.get(at) ?? { depth: this.depth(at), before: climbed.at(-1) };
      for (const one of climbed) known.set(one, met);
      return met;
    };
  }

  /** The elements of a list, the last first. */
  *backward(node: number): Generator<number> {
    for (let at = node; at !== Chain.EMPTY; at = this.parent(at)) yield this.last(at);
  }
}
