import type { Finished } from "./account/finished.js";
import { decodeBody, encodingOf } from "./body/decode.js";
import { modelNameIn } from "./body/model-name.js";
import type { ReceivedBody } from "./body/received.js";
import type { Snapshot } from "./context.js";
import type { Incoming } from "./edge.js";
import type { Hold } from "./in-flight.js";
import type { Refusal } from "./refusal.js";
import type { Route } from "./routes.js";

type Reduced = Extract<Route, { kind: "reduce" }>;

/**
 * The route that a request's model gives it; the same where no upstream has that model, or the body does not say one that can
 * be read. Searches the body, linear, and only where the configuration has rules for models.
 */
export async function chooseByModel(
  route: Reduced,
  { rules, upstreams, access, settings }: Snapshot,
  { rawHeaders }: Pick<Incoming, "rawHeaders">,
  body: ReceivedBody,
  hold: Hold,
  finished: Finished,
): Promise<Reduced | Refusal> {
  if (!rules.needsModel(route)) return route;
  const model = route.model ?? (await modelIn(rawHeaders, body, hold, settings.limits.bodyBytes));
  const chosen = rules.byModel(route, model);
  if (upstreams.keyOf(chosen.named) === undefined) return chosen;
  // Only now it is known that a key of the operator's is to be spent.
  const holder = access.admit(rawHeaders);
  if ("reason" in holder) return holder;
  if (holder.isLocal !== true) finished.caller = holder.name;
  return chosen;
}

/** Undefined where the body's encoding cannot be read. */
async function modelIn(
  rawHeaders: Incoming["rawHeaders"],
  body: ReceivedBody,
  hold: Hold,
  maxBytes: number,
): Promise<string | undefined> {
  const encoding = encodingOf(rawHeaders);
  if (encoding === undefined) return modelNameIn(body.whole());
  const reserve = (bytes: number, working: number) => hold.resize(body.bytes + bytes + working);
  const decoded = await decodeBody(body.whole(), encoding, { maxBytes, reserve });
  if (!("body" in decoded)) return undefined;
  hold.owns(decoded.body);
  return modelNameIn(decoded.body.whole());
}
