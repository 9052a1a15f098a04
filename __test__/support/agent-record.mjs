// The record of the agents' suite: by Node and clients, then by part, then by row. A run that makes some rows keeps the others.
import { isDeepStrictEqual } from "node:util";

/** @param {string} nodeName with its `v`; @param {string} [which] clients, as `installClients` takes them */
export const titleOf = (nodeName, which) => `Node ${nodeName}${which === "npm" ? ", the clients that npm takes" : ""}`;

/**
 * A run's record with the rows of the record before that it did not make; those say in `from` of which run they are. Rows of other
 * clients' versions go, and so does a row that this run tried in vain: its value here is undefined.
 *
 * @param {Record<string, { versions: object, [part: string]: object }>} made
 * @param {{ date: string, commit: string, record: typeof made } | undefined} before
 */
export function withEarlier(made, before) {
  const record = { ...made };
  const from = `${before?.date.slice(0, 10)}, ${before?.commit}`;
  for (const [title, { versions, ...parts }] of Object.entries(before?.record ?? {})) {
    const now = made[title] ?? { versions };
    // A record of another form has no versions there.
    if (versions === undefined || !isDeepStrictEqual(now.versions, versions)) continue;
    const merged = Object.entries(parts).map(([part, rows]) => {
      const earlier = Object.entries(rows).map(([name, row]) => [name, { from, ...row }]);
      return [part, { ...Object.fromEntries(earlier), ...now[part] }];
    });
    record[title] = { ...now, ...Object.fromEntries(merged) };
  }
  return record;
}
