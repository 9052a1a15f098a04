// What is seen of a body without reading it: enough to tell most requests whose conversation need not be known.

/** Bytes in which a name is looked for at a body's ends, and around the border of two pieces. */
const HEAD_BYTES = 2_048;
const TAIL_BYTES = 4_096;
const BORDER_BYTES = 256;

const MODEL = /"model"\s*:\s*("(?:[^"\\]|\\.){0,256}")/g;
/** Tools of the provider's own are no calls of the client. */
const idBehind = (key: string): RegExp => new RegExp(`"${key}"\\s*:\\s*"((?!srvtoolu_)[^"\\\\]{1,128})"`);

/** The ends of a body that may come in pieces, and the id of its first result. */
export class Glimpse {
  #bytes = 0;
  #head = "";
  #tail = "";
  #callId: string | undefined;
  readonly #callKey: string;
  readonly #callPattern: RegExp;

  /** @param callKey The member of a result with the id of its call. */
  constructor(callKey: string) {
    this.#callKey = `"${callKey}"`;
    this.#callPattern = idBehind(callKey);
  }

  /** Of a body in one piece. */
  static of(body: Uint8Array, callKey: string): Glimpse {
    const glimpse = new Glimpse(callKey);
    glimpse.see(body);
    return glimpse;
  }

  /** Bytes seen; of a text its UTF-16 units. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Id of the first tool result; undefined if none was seen. */
  get firstCallId(): string | undefined {
    return this.#callId;
  }

  /** The body's beginning. */
  get head(): string {
    return this.#head;
  }

  /** Of a body as text. */
  static ofText(text: string, callKey: string): Glimpse {
    const glimpse = new Glimpse(callKey);
    glimpse.#see(text, (from, to) => text.slice(from, to));
    return glimpse;
  }

  /** Sees the next piece; the piece is not kept. Linear until the first result, then constant. */
  see({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    this.#see(piece, (from, to) => piece.toString("latin1", from, to));
  }

  #see(piece: Buffer | string, textOf: TextOf): void {
    const { length } = piece;
    this.#callId ??= this.#idAtBorder(textOf) ?? this.#idIn(piece, textOf);
    if (this.#head.length < HEAD_BYTES) this.#head += textOf(0, HEAD_BYTES - this.#head.length);
    this.#tail = (this.#tail + textOf(Math.max(0, length - TAIL_BYTES), length)).slice(-TAIL_BYTES);
    this.#bytes += length;
  }

  /** Everything that may be the model's name: members `model` at the body's ends. */
  models(): string[] {
    return [this.#head, this.#tail].flatMap((end) => [...end.matchAll(MODEL)].flatMap(([, json = ""]) => nameOf(json)));
  }

  #idAtBorder(textOf: TextOf): string | undefined {
    if (this.#tail === "") return undefined;
    return this.#callPattern.exec(this.#tail.slice(-BORDER_BYTES) + textOf(0, BORDER_BYTES))?.[1];
  }

  #idIn(piece: Pick<Buffer, "indexOf"> | string, textOf: TextOf): string | undefined {
    const next = (from: number) => piece.indexOf(this.#callKey, from);
    for (let at = next(0); at >= 0; at = next(at + 1)) {
      const found = this.#callPattern.exec(textOf(at, at + BORDER_BYTES));
      if (found?.index === 0) return found[1];
    }
    return undefined;
  }
}

/** The text between two places of a piece. */
type TextOf = (from: number, to: number) => string;

function nameOf(json: string): string[] {
  try {
    return [JSON.parse(json) as string];
  } catch {
    return [];
  }
}
