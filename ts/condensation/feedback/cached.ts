// What a conversation's provider has in its cache when a condensation is made, and how much of that the condensed request still finds.
import { isDeepStrictEqual } from "node:util";
import { cacheFor } from "../../models/cache-mode.js";
import { dayAt } from "../../models/day.js";
import { factsOf } from "../../models/facts.js";
import { readMarkers } from "../../wires/markers.js";
import { readSteps } from "../../wires/steps.js";
import type { Conversation } from "../conversation/open.js";
import { requestOf } from "../conversation/request.js";
import { tokensByMessage } from "../providers/smart/measure.js";

/** Shares of a request's tokens, 0 to 1. */
export interface CachedShares {
  /** Of the conversation as it came: what its provider has cached since the request before. */
  cached: number;
  /** Of the conversation as it came: its beginning that is the same afterwards. */
  unchanged: number;
}

/**
 * The shares, by the model's cache and the request's own markers: where a client has to mark what is cached and does not, nothing is.
 * Undefined for a conversation whose model is not known. Linear.
 */
export function cachedShares(before: Conversation, after: Conversation): CachedShares | undefined {
  const { context, wire, messages } = before;
  const { model } = context;
  if (model === undefined) return undefined;
  const { around, ofMessages } = tokensByMessage(before);
  const upTo = (count: number) => ofMessages.slice(0, count).reduce((sum, tokens) => sum + tokens, around);
  const all = upTo(messages.length);
  if (all === 0) return undefined;
  const shareOf = (count: number) => upTo(count) / all;
  const { request, wire: sentAs } = requestOf(before);
  const { any } = readMarkers(wire, request);
  const cache = cacheFor(factsOf({ model, wire: sentAs, asOf: dayAt(Date.now()) }).row.cache, { isMarked: any });
  const differing = messages.findIndex((message, index) => !isDeepStrictEqual(message, after.messages[index]));
  const unchanged = shareOf(differing < 0 ? messages.length : differing);
  const earlier = readSteps(wire, messages).cuts.at(-2) ?? 0;
  const cached = (cache.marker === "needed" && !any) || earlier === 0 ? 0 : shareOf(earlier);
  return { cached: cached * all < cache.minimumTokens ? 0 : cached, unchanged };
}
