import type { Rendered } from "./schedule.js";
import { PREFIX_UNITS, type Session } from "./trace.js";

/**
 * Requests as they were sent before the agent itself cleared results: a log's window after a clearing has them without these
 * results, and the cache does not know them so. Linear in what was cleared, for each step before it.
 */
export class ClearedLater {
  readonly #session: Session;
  /** The units that the request before had otherwise. */
  #last = NOTHING;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The request of a step. Steps come in order. */
  asSent(rendered: Rendered, step: number): Rendered {
    const { before, steps } = this.#session;
    const cut = steps.cuts[step] ?? 0;
    const now = before.find(({ messages }) => cut < messages)?.units ?? NOTHING;
    const last = this.#last;
    this.#last = now;
    if (now.size === 0 && last.size === 0) return rendered;
    const ids = [...rendered.ids];
    for (const [unit, id] of now) if (PREFIX_UNITS + unit < ids.length) ids[PREFIX_UNITS + unit] = id;
    const others = [...now.keys(), ...last.keys()].filter((unit) => now.get(unit) !== last.get(unit));
    const shared = Math.min(rendered.shared, PREFIX_UNITS + Math.min(...others));
    return { ...rendered, ids, shared };
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();
