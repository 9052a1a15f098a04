import { isUint8Array } from "node:util/types";
import type { Wire } from "../contract/report.js";
import { jsonOf, type RequestJson } from "../reduce/object-json.js";
import type { JsonRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { parseBodyText } from "../wires/parse-body.js";
import { editObject, editText, type ListEdit, type PlacedText, spliceTexts, withTexts } from "./list-edit.js";

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

  /** Applies an edit. Returns the new request, and the first changed place in bytes of this body. */
  edit(name: Wire, edit: ListEdit): { draft: Draft; firstChangedByte?: number } {
    const wire = WIRES.of(name);
    const request = editObject(wire, this.request, edit);
    if (!this.isBytes) return { draft: new Draft(request) };
    const edited = editText(wire, this.text, edit);
    if (edited === undefined) throw new Error("the list of messages was not found in the text");
    const draft = new Draft(toOwnBytes(edited.text));
    draft.#text = edited.text;
    draft.#request = request;
    return { draft, firstChangedByte: Buffer.byteLength(this.text.slice(0, edited.firstChange)) };
  }

  /** Replaces strings. Returns the new request, and the first changed place in bytes of this body. */
  replaceTexts(texts: readonly PlacedText[]): { draft: Draft; firstChangedByte?: number } {
    const request = withTexts(this.request, texts);
    if (!this.isBytes) return { draft: new Draft(request) };
    const edited = spliceTexts(this.text, texts);
    if (edited === undefined) throw new Error("a string was not found in the text");
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
