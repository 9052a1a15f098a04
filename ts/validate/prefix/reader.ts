import { getOrInsert } from "../../base/maps.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { BookPiece } from "./book.js";
import { openingPieces, type Piece, piecesOfMessage, systemPieces, toolPieces } from "./pieces.js";

export interface PlacedPiece extends BookPiece {
  /** 0-based; undefined before the messages. */
  messageIndex?: number;
  /** 0-based, in its message's list of blocks or of thinking. */
  blockIndex?: number;
  /** JSON Pointer in the message, or in the request. */
  path: string;
}

/** The pieces of a request, and the lines of its system prompt that do not count. */
export interface ReadRequest {
  pieces: PlacedPiece[];
  ignored: string;
}

/**
 * Numbers the pieces of a session's requests: equal pieces have one number. It remembers hashes, no text. A message that
 * was read before costs writing it as JSON once.
 */
export class PieceReader {
  readonly #ids = new Map<string, number>();
  readonly #known = new Map<string, readonly PlacedPiece[]>();

  read(wire: WireDefinition, request: JsonRecord): ReadRequest {
    const list = request[wire.listKey];
    const messages: readonly unknown[] = Array.isArray(list) ? list : [];
    const system = systemPieces(request.system);
    const opening = openingPieces(messages[0]);
    const pieces = [
      ...TOOL_KEYS.flatMap((key) => this.#once(key, request[key], () => toolPieces(request[key], key))),
      ...system.pieces.map((piece) => this.numbered(piece)),
      ...(messages.length === 0
        ? []
        : placedIn(
            0,
            opening.pieces.map((piece) => this.numbered(piece)),
          )),
      ...messages.slice(1).flatMap((message, index) =>
        placedIn(
          index + 1,
          this.#once("message", message, () => piecesOfMessage(message)),
        ),
      ),
    ];
    return { pieces, ignored: `${system.ignored}${opening.ignored}` };
  }

  #once(key: string, value: unknown, read: () => Piece[]): readonly PlacedPiece[] {
    if (value === undefined) return [];
    const hash = hashOf(`${key} ${JSON.stringify(value)}`);
    return getOrInsert(this.#known, hash, () => read().map((piece) => this.numbered(piece)));
  }

  numbered({ kind, text, byModel, isSigned, blockIndex, path }: Piece): PlacedPiece {
    const key = hashOf(`${kind}${byModel ? "+" : "-"}${text}`);
    const id = getOrInsert(this.#ids, key, () => this.#ids.size);
    return { id, kind, byModel, isSigned, ...(blockIndex === undefined ? {} : { blockIndex }), path };
  }
}

const TOOL_KEYS = ["tools", "functions"];

const placedIn = (messageIndex: number, pieces: readonly PlacedPiece[]): PlacedPiece[] =>
  pieces.map((piece) => ({ ...piece, messageIndex }));

function hashOf(text: string): string {
  // Loaded at the first check, because loading it is as slow as loading this package.
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", text, "base64");
}
