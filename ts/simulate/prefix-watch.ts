import { type BookPiece, PrefixBook } from "../validate/prefix/book.js";
import { checkedBlocks } from "../validate/prefix/bound.js";
import { pieceOfBlock, piecesOfMessage } from "../validate/prefix/pieces.js";
import { PieceReader } from "../validate/prefix/reader.js";
import type { Rendered } from "./schedule.js";
import { PREFIX_UNITS, type Session } from "./trace.js";

/** Reads a session's requests, given as units, as the pieces that thinking is bound to. */
class SessionPieces {
  readonly blocks: ReturnType<typeof checkedBlocks>;
  readonly hasThinking: boolean;
  readonly #session: Session;
  readonly #reader = new PieceReader();
  readonly #known = new Map<number, readonly BookPiece[]>();

  constructor(session: Session) {
    this.#session = session;
    this.blocks = checkedBlocks(session.request, session.wire, session.model);
    this.hasThinking =
      this.blocks !== "none" && session.ids.some((id) => this.#piecesOf(id).some(({ kind }) => kind === "thinking"));
  }

  /** The pieces of a request. Tools and system prompt are the same in all of a session's requests if no `front` is given. */
  of({ ids, front }: Pick<Rendered, "ids" | "front">): BookPiece[] {
    const system = front === undefined ? [] : this.#piecesOf(front);
    return [...system, ...ids.slice(PREFIX_UNITS).flatMap((id) => this.#piecesOf(id))];
  }

  #piecesOf(id: number): readonly BookPiece[] {
    const known = this.#known.get(id) ?? this.#read(id);
    this.#known.set(id, known);
    return known;
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
  const book = new PrefixBook();
  return steps.cuts.map((cut, step) => {
    const sent = [...(prefixIds[step] ?? []), ...ids.slice(0, messageStarts[cut])];
    return book.fails(pieces.of({ ids: sent }), pieces);
  });
}

/** Looks at a session's requests after a policy: would the model refuse them for their thinking? */
export class PrefixWatch {
  readonly #book = new PrefixBook();
  readonly #pieces: SessionPieces;
  readonly #unreduced: readonly boolean[];

  private constructor(pieces: SessionPieces, unreduced: readonly boolean[]) {
    this.#pieces = pieces;
    this.#unreduced = unreduced;
  }

  /** Undefined if the session has no thinking, or its model does not check. */
  static of(session: Session): PrefixWatch | undefined {
    const watched = watchedOf(session);
    return watched === null ? undefined : new PrefixWatch(watched.pieces, watched.unreduced);
  }

  /** Whether the request of a step would be refused, and the unreduced one would not. Steps come in order. */
  isBroken(rendered: Rendered, step: number): boolean {
    const fails = this.#book.fails(this.#pieces.of(rendered), this.#pieces);
    return fails && this.#unreduced[step] !== true;
  }
}
