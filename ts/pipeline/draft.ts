import { isUint8Array } from "node:util/types";
import type { Wire } from "../contract/report.js";
import { jsonOf, type RequestJson } from "../reduce/object-json.js";
import type { JsonRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { parseBodyText } from "../wires/parse-body.js";
import { editObject, editText, type ListEdit, type PlacedText, spliceTexts, withTexts } from "./list-edit.js";

/** A request that was edited, and the first changed place in bytes of the body that it was. */
interface Edited {
  draft: Draft;
  firstChangedByte?: number;
}

/**
 * A request between the stages: a body, or an object. A body is decoded and parsed at most once, and only if a stage
 * reads it.
 */
export class Draft {
  #text: string | undefined;
  #request: JsonRecord | undefined;
  #written: RequestJson | undefined;
  readonly #write: () => RequestJson;

  /**
   * @param body The request as bytes, or as a parsed object; it is not copied.
   * @param write Makes the JSON of an object. @default it is written
   */
  constructor(
    readonly body: Uint8Array | object,
    write?: () => RequestJson,
  ) {
    this.#write = write ?? (() => (isUint8Array(body) ? { bytes: body } : jsonOf(body)));
  }

  /** True for a request as bytes. */
  get isBytes(): boolean {
    return isUint8Array(this.body);
  }

  /** The JSON of a body. */
  get text(): string {
    if (this.#text === undefined) this.#parse();
    return this.#text ?? "";
  }

  /** The body, or an object's JSON as the backend reads it. */
  get json(): Uint8Array {
    return this.written.bytes;
  }

  /** The same, and why an object cannot be written. */
  get written(): RequestJson {
    this.#written ??= this.#write();
    return this.#written;
  }

  /** The request as an object. It must not be changed. */
  get request(): JsonRecord {
    if (!isUint8Array(this.body)) return this.body as JsonRecord;
    if (this.#request === undefined) this.#parse();
    return this.#request ?? {};
  }

  #parse(): void {
    const parsed = parseBodyText(this.body as Uint8Array);
    if (!parsed.ok) throw new Error(`a body that was read cannot be read again: ${parsed.skip.detail}`);
    this.#text = parsed.text;
    this.#request = parsed.value as JsonRecord;
  }

  /** Applies an edit. */
  edit(name: Wire, edit: ListEdit): Edited {
    const wire = WIRES.of(name);
    return this.#with(editObject(wire, this.request, edit), () => editText(wire, this.text, edit));
  }

  /** Replaces strings. */
  replaceTexts(texts: readonly PlacedText[]): Edited {
    return this.#with(withTexts(this.request, texts), () => spliceTexts(this.text, texts));
  }

  /** @param editText The same edit of a body's text. */
  #with(request: JsonRecord, editText: () => ReturnType<typeof spliceTexts>): Edited {
    if (!this.isBytes) return { draft: new Draft(request) };
    const edited = editText();
    if (edited === undefined) throw new Error("what is to be edited was not found in the text");
    const draft = new Draft(toOwnBytes(edited.text));
    draft.#text = edited.text;
    draft.#request = request;
    return { draft, firstChangedByte: Buffer.byteLength(this.text.slice(0, edited.firstChange)) };
  }

  /** Bytes as JSON; undefined if an object cannot be serialised. */
  get jsonBytes(): number | undefined {
    const { bytes, problem } = this.written;
    return problem === undefined ? bytes.length : undefined;
  }

  /** Bytes of a body; undefined for an object, which is not serialised. */
  get byteCount(): number | undefined {
    return isUint8Array(this.body) ? this.body.length : undefined;
  }
}

/** Encodes UTF-8 in separate memory, never in Node's shared pool, because the caller may transfer the buffer. */
function toOwnBytes(text: string): Buffer {
  const out = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  out.write(text);
  return out;
}
