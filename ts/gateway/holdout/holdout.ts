// A share of the conversations that is sent as it came, and how the reduced ones do beside it.
import { createHash } from "node:crypto";
import { IdleWork } from "../../base/idle-work.js";
import { conversationKey } from "../../contract/conversation-key.js";
import type { Decision, Wire } from "../../contract/report.js";
import { loadBackend } from "../../load/backend.js";
import { CallWatch, type SeenCalls } from "../../reduce/call-watch.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import { Comparison, type ComparisonShown, type HoldoutGroup } from "./comparison.js";

/** A conversation that takes part in the comparison. */
export interface Drawn {
  group: HoldoutGroup;
  /** Identifies the conversation; a hash. */
  conversation: string;
}

/** A request, as far as its conversation is read from it. */
export interface Drawable {
  /** The client's own id of the conversation. */
  name: string | undefined;
  /** The body, decoded. It is read only where there is no name. */
  body: () => Uint8Array;
  wire: Wire;
  model: string | undefined;
}

/** What is known of a request once its answer has ended. */
export interface Answered {
  wire: Wire;
  /** The client's own id of the conversation. */
  session: string | undefined;
  status: number | undefined;
  billed: { inputTokens: number; cachedTokens: number } | undefined;
  /** As it came, and what was decided about its results. */
  request: { body: Uint8Array; decisions: readonly Decision[] } | undefined;
}

/** Larger bodies are not drawn: to read them for their conversation would keep other requests waiting. */
const MOST_DRAWN_BYTES = 16 * 1024 * 1024;
/** Requests above it are not read for calls that ask again. */
const MOST_READ_BYTES = 2 * 1024 * 1024;
/** Those above it are read in steps, while nobody waits. */
const MOST_BYTES_AT_ONCE = 256 * 1024;

/** Refusals that say nothing of what was in the request: credentials, quota, a path. */
const NOT_OF_THE_BODY: ReadonlySet<number> = new Set([401, 402, 403, 404, 407, 408, 429]);

const HASH_BYTES = 6;

/** From 0 to below 100, spread evenly over texts. */
const percentOf = (text: string): number =>
  (createHash("sha256").update(text).digest().readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES)) * 100;

/** Draws the conversations that are left alone, and counts what becomes of them and of the others. */
export class Holdout {
  readonly #watch = new CallWatch();
  readonly #idle = new IdleWork();
  #percent = 0;
  #comparison = new Comparison();

  /** Uses another share. What was counted stays where the share is the same. */
  configure(percent: number): void {
    if (percent === this.#percent) return;
    this.#percent = percent;
    this.#comparison = new Comparison();
  }

  /** Whether any conversation is left alone. */
  get isOn(): boolean {
    return this.#percent > 0;
  }

  /**
   * The group of a request's conversation: always the same one, on every gateway. A larger share keeps the conversations that a
   * smaller one had. Undefined for what is no conversation.
   */
  draw(request: Drawable): Drawn | undefined {
    const conversation = conversationOf(request);
    if (conversation === undefined) return undefined;
    const group = percentOf(`holdout\0${conversation}`) < this.#percent ? "holdout" : "reduced";
    return { group, conversation };
  }

  /** Counts an answered request. */
  add({ group, conversation }: Drawn, { status, request, wire, session, billed }: Answered): void {
    if (status === undefined) return;
    const comparison = this.#comparison;
    const conclude = (seen?: SeenCalls) =>
      comparison.add(group, {
        conversation,
        isError: status >= 400 && status < 500 && !NOT_OF_THE_BODY.has(status),
        input: billed === undefined ? undefined : { all: billed.inputTokens, cached: billed.cachedTokens },
        calls: seen === undefined ? undefined : { all: seen.calls, rereads: seen.rereads },
      });
    const bytes = request?.body.length ?? 0;
    const watch = this.#watch;
    if (request === undefined || bytes > MOST_READ_BYTES || status >= 400) conclude();
    else if (bytes <= MOST_BYTES_AT_ONCE) conclude(watch.see(request, wire, session));
    else
      this.#idle.add(function* () {
        const body = yield* parseInSteps(request.body);
        conclude(body && (yield* watch.seeParsed(body, request.decisions, wire, session)));
      }, bytes);
  }

  /** What was counted, and the differences that are known. */
  shown(): ComparisonShown {
    return this.#comparison.shown();
  }
}

/** A hash that all requests of a conversation have: of the client's own name for it, else of its beginning. */
export function conversationOf({ name, body, wire, model }: Drawable): string | undefined {
  if (name !== undefined) return createHash("sha256").update(name).digest("hex");
  const bytes = body();
  if (bytes.length > MOST_DRAWN_BYTES) return undefined;
  const facts = loadBackend().backend.locateSession(bytes, { wire, ...(model === undefined ? {} : { model }) }, 0);
  return facts === undefined ? undefined : conversationKey(undefined, facts.opening);
}
