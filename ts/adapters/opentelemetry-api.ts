import { loadPeer } from "../base/load-peer.js";
import { requireHere } from "../base/require-here.js";

/** What `@opentelemetry/api` exports. */
export type OpenTelemetryApi = typeof import("@opentelemetry/api");

/**
 * The package of OpenTelemetry's interface, loaded when it is needed. For bundlers the build puts an import in this place.
 *
 * @throws TamisError `PEER_MISSING` where it is not installed
 */
export const openTelemetryApi = (): OpenTelemetryApi =>
  loadPeer("@opentelemetry/api", "tamis/adapters/opentelemetry", () => requireHere("@opentelemetry/api"));
