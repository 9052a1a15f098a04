import type { PolicySettings } from "../../policy/policy.js";
import { believedRow } from "../../wires/believed-row.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { Glimpse } from "../glimpse.js";
import type { SessionTable } from "./table.js";

/** What is known of a request before it is read. */
export interface UnreadRequest {
  wire: WireDefinition;
  /** The model, if the body does not name it. */
  model: string | undefined;
  host: string | undefined;
  /** The settings by which it is reduced; undefined if it is not. */
  settings: Pick<PolicySettings, "version" | "models"> | undefined;
}

/**
 * Why a request's conversation has to be known: its model may check thinking (`checks`), or has another one checked it
 * before (`known`, which only the table can tell of a request that was read). Undefined if neither may be.
 */
export function whyToKnow(
  table: SessionTable,
  glimpse: Glimpse,
  request: UnreadRequest,
): "checks" | "known" | undefined {
  if (request.wire.checkedCallKey === undefined) return undefined;
  if (mayCheck(glimpse, request)) return "checks";
  const { firstCallId } = glimpse;
  const mayBeKnown = table.size > 0 && (firstCallId === undefined || table.hasCall(firstCallId));
  return mayBeKnown ? "known" : undefined;
}

/** A name that is not seen may be any; on Anthropic's own wire one that a host made up may be its newest. */
function mayCheck(glimpse: Glimpse, { wire, model, host, settings }: UnreadRequest): boolean {
  if (settings === undefined) return false;
  const seen = model === undefined ? glimpse.models() : [model];
  const names = seen.length === 0 ? [undefined] : seen;
  const rowOf = (name: string | undefined) => believedRow({ wire, model: name, host }, settings.models, () => true).row;
  return names.some((name) => rowOf(name).thinking.history === "bound");
}
