import { isRecord, type JsonRecord } from "../text/json-value.js";
import { checkGeminiPart } from "./gemini-parts.js";
import { idOf, isPresent, type Rows } from "./rows.js";

const ROLES: ReadonlySet<unknown> = new Set(["user", "model", "function", "tool"]);

/** A function call, in the form that is matched with responses. */
interface Call {
  id: string | undefined;
  name: string | undefined;
}

/** Checks Gemini generateContent. Contents and parts are objects. */
export function validateGemini(
  contents: readonly JsonRecord[],
  { isDelta, model }: { isDelta: boolean; model: string | undefined },
  rows: Rows,
): void {
  if (contents.length === 0 && !isDelta) rows.request("gemini/no-contents");
  const signed = isSignedModel(model);
  const reader = new Reader(isDelta, signed ? currentTurnStart(contents) : contents.length, rows);
  contents.forEach((content, index) => {
    reader.content(content, index);
  });
  reader.end(contents.length);
}

/** Whether a model refuses a function call without its signature: Gemini 3 and later. */
export function isSignedModel(model: string | undefined): boolean {
  return model !== undefined && /(^|\/)gemini-([3-9]|[1-9]\d)/.test(model);
}

class Reader {
  /** The calls of the previous content. */
  #asked: readonly Call[] = [];
  #before: "none" | "model" | "other" = "none";

  constructor(
    private readonly isDelta: boolean,
    private readonly signedFrom: number,
    private readonly rows: Rows,
  ) {}

  content(content: JsonRecord, index: number): void {
    const { role } = content;
    if (isPresent(role) && !ROLES.has(role)) this.rows.message("gemini/role", index, idOf(role));
    const parts: readonly unknown[] = Array.isArray(content.parts) ? content.parts : [];
    if (parts.length === 0) this.rows.message("gemini/empty-parts", index);
    parts.forEach((part, at) => {
      const call = isRecord(part) && role === "model" ? functionCall(part) : undefined;
      if (isRecord(part)) checkGeminiPart(part, call, index, at, this.rows);
    });
    if (role === "model") this.#model(parts, index);
    else this.#user(parts, index);
  }

  #model(parts: readonly unknown[], index: number): void {
    if (this.#asked.length > 0) this.#count(index - 1, this.#asked.length);
    const calls: Call[] = [];
    parts.forEach((part, at) => {
      const call = isRecord(part) ? functionCall(part) : undefined;
      if (!isRecord(part) || call === undefined) return;
      const name = idOf(call.name);
      if (name === undefined) this.rows.at("gemini/call-without-name", "part", index, at);
      if (calls.length === 0 && index >= this.signedFrom && !isSigned(part)) {
        this.rows.at("gemini/signature-missing-in-current-turn", "part", index, at);
      }
      calls.push({ id: idOf(call.id), name });
    });
    const starts = this.#before === "none" && !this.isDelta;
    if (calls.length > 0 && (starts || this.#before === "model")) this.rows.message("gemini/call-position", index);
    this.#asked = calls;
    this.#before = "model";
  }

  #user(parts: readonly unknown[], index: number): void {
    const responses = parts.flatMap((part, at) => {
      const response = isRecord(part) ? functionResponse(part) : undefined;
      return response === undefined ? [] : [{ at, response }];
    });
    for (const { at, response } of responses) this.#response(response, index, at);
    responses.forEach(({ at }, place) => {
      if (at > place) this.rows.at("gemini/response-after-text", "part", index, at);
    });
    this.#match(responses, index);
    this.#asked = [];
    this.#before = "other";
  }

  #response(response: JsonRecord, index: number, at: number): void {
    if (idOf(response.name) === undefined) this.rows.at("gemini/response-without-name", "part", index, at);
    if (isPresent(response.response) && !isRecord(response.response)) {
      this.rows.at("gemini/response-not-object", "part", index, at);
    }
  }

  #match(responses: readonly { at: number; response: JsonRecord }[], index: number): void {
    const asked = this.#asked;
    if (asked.length === 0) {
      const orphans = this.#before !== "none" || !this.isDelta;
      if (orphans) for (const { at } of responses) this.rows.at("gemini/orphan-response", "part", index, at);
      return;
    }
    if (responses.length !== asked.length) {
      this.#count(index - 1, asked.length);
      return;
    }
    const ids = new Set(asked.flatMap(({ id }) => (id === undefined ? [] : [id])));
    responses.forEach(({ at, response }, place) => {
      const [id, name] = [idOf(response.id), idOf(response.name)];
      const byId = id !== undefined && ids.has(id);
      if (!byId && name !== undefined && name !== asked[place]?.name) {
        this.rows.at("gemini/response-order", "part", index, at, name);
      }
    });
  }

  #count(index: number, calls: number): void {
    this.rows.message("gemini/response-count", index, calls);
  }

  end(count: number): void {
    if (this.#asked.length > 0) this.rows.message("gemini/call-unanswered-at-end", count - 1);
  }
}

/** Index of the first content after the last one with words of the user. */
function currentTurnStart(contents: readonly JsonRecord[]): number {
  const last = contents.findLastIndex(
    ({ role, parts }) =>
      role !== "model" &&
      Array.isArray(parts) &&
      parts.some((part) => isRecord(part) && functionResponse(part) === undefined),
  );
  return last + 1;
}

/** A member in either spelling; the last one where both are there. */
function either(object: JsonRecord, camel: string, snake: string): unknown {
  if (!Object.hasOwn(object, snake)) return object[camel];
  const isLast =
    Object.hasOwn(object, camel) && Object.keys(object).findLast((key) => key === camel || key === snake) === camel;
  return object[isLast ? camel : snake];
}

export function functionCall(part: JsonRecord): JsonRecord | undefined {
  const call = either(part, "functionCall", "function_call");
  return isRecord(call) ? call : undefined;
}

export function functionResponse(part: JsonRecord): JsonRecord | undefined {
  const response = either(part, "functionResponse", "function_response");
  return isRecord(response) ? response : undefined;
}

function isSigned(part: JsonRecord): boolean {
  return idOf(either(part, "thoughtSignature", "thought_signature")) !== undefined;
}

/** Whether the list continues cached contents. */
export function isGeminiDelta(request: JsonRecord): boolean {
  return typeof either(request, "cachedContent", "cached_content") === "string";
}
