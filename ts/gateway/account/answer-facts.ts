// What an answer says of itself while it passes: the model and the usage. Only these are kept of it.
import type { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import * as zlib from "node:zlib";
import { isRecord, type JsonRecord, nonEmpty, parseJson } from "../../text/json-value.js";

/** What an answer said. */
export interface AnswerFacts {
  /** The model that answered, as the provider names it. */
  model: string | undefined;
  /** The events, or the whole answer, that have a usage, in order. */
  usages: readonly unknown[];
  /** Why it ended, as Anthropic says it. */
  stop: string | undefined;
}

/** An answer, or an event of one, that is longer is not read. */
const MOST_BYTES = 16 * 1024 * 1024;

const DECODERS: Record<string, (() => Transform) | undefined> = {
  gzip: zlib.createGunzip,
  "x-gzip": zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  zstd: (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress,
};

/** Reads along with an answer. It holds one event at a time, or one whole answer. */
export class AnswerReader {
  readonly #isStream: boolean;
  readonly #decoder: Transform | undefined;
  readonly #isUnread: boolean;
  #text = "";
  /** A `TextDecoder` would be an object outside of V8's memory, which costs each collection of garbage more than its own work. */
  readonly #utf8 = new StringDecoder("utf8");
  #hasBegun = false;
  #isTooLong = false;
  #model: string | undefined;
  #usages: unknown[] = [];
  #stop: string | undefined;

  constructor(contentType: unknown, encoding: unknown) {
    this.#isStream = /^text\/event-stream/i.test(String(contentType));
    const coding = encoding === undefined ? "identity" : String(encoding).trim().toLowerCase();
    const isPlain = coding === "identity";
    this.#decoder = !isPlain && Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
    this.#isUnread = !isPlain && this.#decoder === undefined;
    // What cannot be decoded says nothing; the client gets it all the same.
    this.#decoder?.on("data", (piece: Buffer) => this.#take(piece)).on("error", () => {});
  }

  /** The next bytes. They are copied or used up before this returns. */
  see(chunk: Buffer): void {
    if (this.#isUnread) return;
    if (this.#decoder === undefined) this.#take(chunk);
    else if (!this.#decoder.destroyed) this.#decoder.write(Buffer.from(chunk));
  }

  /** What was found, once everything was seen; of a compressed answer later. */
  end(): AnswerFacts | Promise<AnswerFacts> {
    const decoder = this.#decoder;
    return decoder === undefined || decoder.destroyed ? this.#found() : this.#decodeRest(decoder);
  }

  async #decodeRest(decoder: Transform): Promise<AnswerFacts> {
    await new Promise<void>((resolve) => {
      decoder
        .on("close", resolve)
        .on("end", resolve)
        .on("error", () => resolve());
      decoder.end();
    });
    return this.#found();
  }

  #found(): AnswerFacts {
    this.#text += this.#utf8.end();
    if (this.#isStream) this.#line(this.#text);
    else if (!this.#isTooLong) this.#whole(this.#text);
    this.#text = "";
    return { model: this.#model, usages: this.#usages, stop: this.#stop };
  }

  #take(piece: Buffer): void {
    const written = this.#utf8.write(piece);
    const text = this.#hasBegun || !written.startsWith("\uFEFF") ? written : written.slice(1);
    this.#hasBegun ||= written !== "";
    if (this.#isStream) this.#lines(text);
    else this.#text += text;
    if (this.#text.length <= MOST_BYTES) return;
    this.#isTooLong = true;
    this.#text = "";
  }

  /** Looks for ends of lines in the new text alone: a line that comes in many pieces is read once. */
  #lines(text: string): void {
    const end = text.lastIndexOf("\n");
    if (end < 0) {
      this.#text += text;
      return;
    }
    const lines = (this.#text + text.slice(0, end)).split("\n");
    this.#text = text.slice(end + 1);
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (!line.startsWith("data:")) return;
    const needsModel = this.#model === undefined && /"model(Version)?"/.test(line);
    if (needsModel || line.includes('"usage')) this.#note(parseJson(line.slice(5)));
  }

  /** Gemini also answers with a list of events. */
  #whole(text: string): void {
    const value = parseJson(text);
    for (const one of Array.isArray(value) ? value : [value]) this.#note(one);
  }

  /** Model and usage are at the top of an answer or an event, or one level below. */
  #note(value: unknown): void {
    if (!isRecord(value)) return;
    this.#noteOne(value);
    this.#stop = nonEmpty(isRecord(value.delta) ? value.delta.stop_reason : value.stop_reason) ?? this.#stop;
    if (isRecord(value.message)) this.#noteOne(value.message);
    if (isRecord(value.response)) this.#noteOne(value.response);
  }

  #noteOne(one: JsonRecord): void {
    const { model, modelVersion } = one;
    this.#model ??= nonEmpty(model) ?? nonEmpty(modelVersion);
    if (isRecord(one.usage) || isRecord(one.usageMetadata)) this.#usages.push(usageOf(one));
  }
}

/** Without the rest of an answer, which is text. The service tier stands beside the usage in OpenAI's answers. */
function usageOf({ usage, usageMetadata, service_tier: tier }: JsonRecord): JsonRecord {
  return {
    ...(isRecord(usage) ? { usage } : { usageMetadata }),
    ...(typeof tier === "string" ? { service_tier: tier } : {}),
  };
}
