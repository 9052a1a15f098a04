import type { Finished } from "../account/finished.js";
import type { Shared, Snapshot } from "../context.js";
import { readControl } from "../control.js";
import { type Incoming, type Outgoing, type OwnText, textHeaders } from "../edge.js";
import { serveRows } from "../guardrail/serve-rows.js";
import type { Refusal } from "../refusal.js";
import type { OwnName } from "./paths.js";

/** Answers a request to the gateway itself, from a caller who may ask. */
export async function serveOwn(
  name: OwnName,
  { access, settings, chooser }: Snapshot,
  { limits, texts, inFlight, isPaused, originals }: Shared,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  finished.path = incoming.target.replace(/\?.*$/s, "");
  const caller = access.admit(incoming.rawHeaders);
  if ("reason" in caller) return caller;
  finished.caller = caller.name;
  if (name === "metrics" || name === "stats") return serveText(await texts[name](), out, finished);
  const control = readControl(incoming.rawHeaders);
  if ("reason" in control) return control;
  finished.session = control.session;
  const most = caller.isLocal === true ? 0 : settings.limits.concurrentRequests;
  const leave = limits.enter(`key ${caller.name}`, most);
  if (typeof leave !== "function") return leave;
  const hold = inFlight.open();
  try {
    const observe = isPaused() || settings.gateway.mode === "observe" || control.dryRun || control.bypass;
    const maxBytes = settings.limits.bodyBytes;
    const tenant = caller.isLocal === true ? undefined : caller.name;
    const keeping = originals && { originals, tenant: originals.tenantOf(incoming, tenant) };
    const rows = { chooser, observe, maxBytes, hold, policy: control.policy, keeping };
    return await serveRows(name, incoming, out, finished, rows);
  } finally {
    hold.close();
    leave();
  }
}

function serveText({ type, text }: OwnText, out: Outgoing, finished: Finished): undefined {
  finished.status = 200;
  out.start(200, [...textHeaders({ type, text }), "cache-control", "no-store"], false);
  out.end(text);
}
