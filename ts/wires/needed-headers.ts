// What a reduced request's headers must have beside the caller's.

import type { WireDefinition } from "./define-wire.js";

/**
 * The headers, by their names in lower case, with lists of values; undefined if none are needed.
 *
 * @param clears Whether the provider is told to clear old results.
 * @param defers Whether definitions of tools are deferred.
 */
export function neededHeaders(
  { clearing, definitions }: WireDefinition,
  clears: boolean,
  defers: boolean,
): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const wanted of [clears ? clearing?.headers : undefined, defers ? definitions?.search?.headers : undefined]) {
    for (const [name, value] of Object.entries(wanted ?? {})) {
      headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
    }
  }
  return Object.keys(headers).length === 0 ? undefined : headers;
}
