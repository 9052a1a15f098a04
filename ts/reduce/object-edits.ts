// Carries out a plan's edits on the object that it was made for: copies of what is edited, everything else shared.
import type { Edit } from "../contract/report.js";
import { Copies } from "../text/copies.js";
import { fromPointer } from "../text/json-pointer.js";

/**
 * The request with the edits. It shares everything that no edit touches with the request, which does not change.
 *
 * @param edits As `planBody` lists them for the request's JSON
 */
export function editObject<T extends object>(request: T, edits: readonly Edit[]): T {
  const copies = new Copies(request);
  for (const edit of edits) carryOut(copies, edit);
  copies.finish();
  return copies.root as T;
}

function carryOut(copies: Copies, { path, replacement, action }: Edit): void {
  const keys = fromPointer(path);
  if (action === "repair") copies.repair(keys);
  else if (replacement === "") copies.remove(keys);
  else if (!replacement.startsWith(",")) copies.set(keys, JSON.parse(replacement));
  // An added element or member has its comma in front; elements are added at the end.
  else if (/^,\s*"(?:[^"\\]|\\.)*"\s*:/.test(replacement))
    copies.set(keys, Object.values(JSON.parse(`{${replacement.slice(1)}}`) as object)[0]);
  else copies.append(keys.slice(0, -1), JSON.parse(replacement.slice(1)));
}
