import type { Wire } from "../contract/wires.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { AnchorPlace, Markers } from "./definition.js";
import { wireOfName } from "./index.js";

/** Looks at the request itself, its system prompt and tools, its blocks, and the lists of its tool results. */
export function readMarkers(wire: Wire, request: JsonRecord): Markers {
  const { listKey, cache } = wireOfName(wire);
  const list = request[listKey];
  const messages: readonly unknown[] = Array.isArray(list) ? list : [];
  const breakpoints = messages.flatMap((message, index) =>
    isRecord(message) ? cache.breakpointsOf(message, index) : [],
  );
  const set = breakpoints.filter(({ isNull }) => !isNull);
  const inFront = cache.markedInFront(request);
  const automatic = cache.automatic(request);
  const any = set.length > 0 || inFront > 0 || automatic?.isAsked === true;
  return { any, hourly: set.some(({ hourly }) => hourly), inFront, automatic, breakpoints };
}

/** Whether the provider caches anything of the request. */
export function isCached(wire: Wire, model: string | undefined, markers: Markers): boolean {
  return wireOfName(wire).cache.isCached(model ?? "", markers);
}

/** Where a request takes breakpoints of ours. */
export function anchorPlaceOf(wire: Wire, model: string | undefined, markers: Markers): AnchorPlace {
  return isCached(wire, model, markers) ? wireOfName(wire).cache.anchorPlace(model ?? "") : "nowhere";
}
