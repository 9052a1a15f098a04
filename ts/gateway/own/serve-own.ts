import type { Access } from "../access/access.js";
import type { CallerLimits } from "../access/caller-limits.js";
import type { Finished } from "../account/finished.js";
import type { PolicyChooser } from "../choose-policy.js";
import type { GatewaySettings } from "../config/settings.js";
import { readControl } from "../control.js";
import type { Incoming, Outgoing } from "../edge.js";
import { serveRows } from "../guardrail/serve-rows.js";
import type { InFlight } from "../in-flight.js";
import type { Refusal } from "../refusal.js";
import type { Originals } from "../restore/originals.js";
import type { OwnName } from "./paths.js";

/** What the gateway's own paths need. */
export interface OwnSetting {
  access: Access;
  limits: CallerLimits;
  settings: GatewaySettings;
  chooser: PolicyChooser;
  inFlight: InFlight;
  isPaused(): boolean;
  /** Where originals are kept; undefined if they are not. */
  originals: Originals | undefined;
  /** What `/metrics` and `/stats` say. */
  texts: OwnTexts;
}

export interface OwnText {
  type: string;
  text: string;
}

/** Headers that say what a text is, and how long. */
export const textHeaders = ({ type, text }: OwnText): string[] => [
  "content-type",
  type,
  "content-length",
  String(Buffer.byteLength(text)),
];

export type OwnTexts = Record<"metrics" | "stats", () => Promise<OwnText>>;

/** Answers a request to the gateway itself, from a caller who may ask. */
export async function serveOwn(
  name: OwnName,
  setting: OwnSetting,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  const { access, limits, texts } = setting;
  finished.path = incoming.target.replace(/\?.*$/s, "");
  const caller = access.admit(incoming.rawHeaders);
  if ("reason" in caller) return caller;
  finished.caller = caller.name;
  if (name === "metrics" || name === "stats") return serveText(await texts[name](), out, finished);
  const control = readControl(incoming.rawHeaders);
  if ("reason" in control) return control;
  finished.session = control.session;
  const leave = limits.enter(
    `key ${caller.name}`,
    caller.isLocal === true ? 0 : setting.settings.limits.concurrentRequests,
  );
  if (typeof leave !== "function") return leave;
  const hold = setting.inFlight.open();
  try {
    const { settings, chooser } = setting;
    const observe = setting.isPaused() || settings.gateway.mode === "observe" || control.dryRun || control.bypass;
    const maxBytes = settings.limits.bodyBytes;
    const { originals } = setting;
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
