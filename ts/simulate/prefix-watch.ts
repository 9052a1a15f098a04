import { getOrInsert } from "../base/maps.js";
import { type BookPiece, PrefixBook } from "../validate/prefix/book.js";
import { checkedBlocks } from "../validate/prefix/bound.js";
import { pieceOfBlock, piecesOfMessage } from "../validate/prefix/pieces.js";
import { PieceReader } from "../validate/prefix/reader.js";
import type { Rendered } from "./schedule.js";
import { PREFIX_UNITS, type Session } from "./trace.js";
import { OfUnits } from "./unit-table.js";

/** Reads a session's requests, given as units, as the pieces that thinking is bound to. */
class SessionPieces {
  readonly blocks: ReturnType<typeof checkedBlocks>;
  readonly hasThinking: boolean;
  readonly #session: Session;
  readonly #reader = new PieceReader();
  readonly #known = new Map<number, readonly BookPiece[]>();
  /** The same of units that the session's table may forget. */
  readonly #own: OfUnits<Map<number, readonly BookPiece[]>>;

  constructor(session: Session) {
    this.#session = session;
    this.#own = new OfUnits(session.units, () => new Map());
    this.blocks = checkedBlocks(session.request, session.wire, session.model);
    this.hasThinking =
      this.blocks !== "none" && session.ids.some((id) => this.piecesOf(id).some(({ kind }) => kind === "thinking"));
  }

  piecesOf(id: number): readonly BookPiece[] {
    return getOrInsert(id < this.#session.units.kept ? this.#known : this.#own.value, id, () => this.#read(id));
  }

  #read(id: number): readonly BookPiece[] {
    const { sources, fromModel } = this.#session.units;
    const source = sources[id];
    if (source === undefined) return [];
    const { value, part } = source;
    const pieces =
      part === "message" ? piecesOfMessage(value) : [{ ...pieceOfBlock(value, ""), byModel: fromModel[id] === 1 }];
    return pieces.map((piece) => this.#reader.numbered(piece));
  }
}

/** Checks the requests of a session after one policy. Only what differs from the request before is read. */
class SessionBook {
  readonly #book = new PrefixBook();
  readonly #source: SessionPieces;
  readonly #pieces: BookPiece[] = [];
  #front: number | undefined;
  /** Number of pieces before each unit of the messages. */
  readonly #starts: number[] = [];

  constructor(source: SessionPieces) {
    this.#source = source;
  }

  /** Tools and system prompt are the same in all requests if no `front` is given. */
  fails({ ids, front, shared }: Pick<Rendered, "ids" | "front" | "shared">): boolean {
    const isNewFront = front !== this.#front;
    this.#front = front;
    const kept = isNewFront ? 0 : Math.min(Math.max(0, shared - PREFIX_UNITS), this.#starts.length);
    this.#pieces.length = this.#starts[kept] ?? this.#pieces.length;
    if (isNewFront) this.#pieces.length = 0;
    const sharedPieces = this.#pieces.length;
    if (isNewFront && front !== undefined) this.#pieces.push(...this.#source.piecesOf(front));
    this.#starts.length = kept;
    for (let unit = PREFIX_UNITS + kept; unit < ids.length; unit++) {
      this.#starts.push(this.#pieces.length);
      this.#pieces.push(...this.#source.piecesOf(ids[unit] ?? 0));
    }
    return this.#book.fails(this.#pieces, this.#source, sharedPieces);
  }
}

const known = new WeakMap<Session, { pieces: SessionPieces; unreduced: readonly boolean[] } | null>();

/** What is read once of a session; null if it has no thinking, or its model does not check. */
function watchedOf(session: Session) {
  const found = known.get(session);
  if (found !== undefined) return found;
  const pieces = new SessionPieces(session);
  const watched = pieces.hasThinking ? { pieces, unreduced: failuresOf(session, pieces) } : null;
  known.set(session, watched);
  return watched;
}

/** Which of the unreduced requests fail. */
function failuresOf({ prefixIds, ids, messageStarts, steps }: Session, pieces: SessionPieces): boolean[] {
  const book = new SessionBook(pieces);
  const all = [...prefixIds, ...ids];
  let before = 0;
  return steps.cuts.map((cut) => {
    const shared = before;
    before = PREFIX_UNITS + (messageStarts[cut] ?? 0);
    return book.fails({ ids: all.slice(0, before), shared: Math.min(shared, before) });
  });
}

/** Looks at a session's requests after a policy: would the model refuse them for their thinking? */
export class PrefixWatch {
  readonly #book: SessionBook;
  readonly #unreduced: readonly boolean[];

  private constructor(pieces: SessionPieces, unreduced: readonly boolean[]) {
    this.#book = new SessionBook(pieces);
    this.#unreduced = unreduced;
  }

  /** Undefined if the session has no thinking, or its model does not check. */
  static of(session: Session): PrefixWatch | undefined {
    const watched = watchedOf(session);
    return watched === null ? undefined : new PrefixWatch(watched.pieces, watched.unreduced);
  }

  /** Whether the request of a step would be refused, and the unreduced one would not. Steps come in order. */
  isBroken(rendered: Rendered, step: number): boolean {
    return this.#book.fails(rendered) && this.#unreduced[step] !== true;
  }
}
