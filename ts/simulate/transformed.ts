import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { readMarkers } from "../wires/markers.js";
import { unitOfBlock } from "../wires/units.js";
import type { TransformPolicy } from "./policies.js";
import type { Rendered } from "./schedule.js";
import { requestAt } from "./session-units.js";
import { constantPart, PREFIX_UNITS, type Session } from "./trace.js";

/**
 * The requests of all steps, as a function returns them; with their own breakpoints if the policy says that they have
 * them.
 */
export async function* renderTransformed(
  session: Session,
  { transform, marksBreakpoints = false }: TransformPolicy,
): AsyncGenerator<Rendered> {
  let previous: readonly number[] = [];
  for (const [index, cut] of session.steps.cuts.entries()) {
    const request = await transform(requestAt(session, cut), { session, index, cut });
    const list = isRecord(request) ? request[WIRES.of(session.wire).listKey] : undefined;
    const messages: readonly unknown[] = Array.isArray(list) ? list : [];
    const units = messages.map((message) => session.idsOf(message));
    const ids = [...session.prefixIds, ...units.flat()];
    const shared = sharedLength(previous, ids);
    previous = ids;
    const breakpoints = marksBreakpoints && isRecord(request) ? ownBreakpoints(session, request, units) : undefined;
    const front = session.units.idOf(constantPart(isRecord(request) ? request : {}), FRONT);
    yield { ids, shared, anchors: [], front, breakpoints };
  }
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

const FRONT = { fromModel: false, isBlock: true };

/** Places of a request's breakpoints, as numbers of leading units, ascending. */
function ownBreakpoints(
  { wire }: Session,
  request: JsonRecord,
  units: readonly (readonly number[])[],
): readonly number[] {
  const definition = WIRES.of(wire);
  const { inFront, automatic, breakpoints } = readMarkers(definition, request);
  const set = breakpoints.filter(({ isNull }) => !isNull);
  const starts = [PREFIX_UNITS];
  for (const ids of units) starts.push((starts.at(-1) ?? 0) + ids.length);
  const places = new Set(
    set.map(({ messageIndex, blockIndex }) => (starts[messageIndex] ?? 0) + unitOfBlock(definition, blockIndex) + 1),
  );
  if (inFront > 0) places.add(PREFIX_UNITS);
  if (automatic !== undefined) places.add(starts.at(-1) ?? 0);
  return [...places].sort((a, b) => a - b);
}
