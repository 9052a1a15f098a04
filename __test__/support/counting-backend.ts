import type { Backend } from "../../ts/contract/backend.js";

/** A backend that counts how often it is asked to plan a body, and to describe one. */
export interface CountingBackend {
  backend: Backend;
  /** Calls since the last `reset`. */
  plans: number;
  descriptions: number;
  reset(): void;
}

/** Hands every call on to `inner`, whose own calls among its methods are not counted. */
export function countingBackend(inner: Backend): CountingBackend {
  const counts = {
    plans: 0,
    descriptions: 0,
    reset() {
      counts.plans = 0;
      counts.descriptions = 0;
    },
  };
  const planned = <Args extends unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      counts.plans++;
      return call.apply(inner, args);
    };
  };
  const backend: Backend = {
    name: inner.name,
    cpu: inner.cpu,
    reduceBody: planned(inner.reduceBody),
    reduceBodyInto: planned(inner.reduceBodyInto),
    reduceBodyAsync: planned(inner.reduceBodyAsync),
    planBody: planned(inner.planBody),
    planStep: planned(inner.planStep),
    describe: (body, options) => {
      counts.descriptions++;
      return inner.describe(body, options);
    },
    detectWire: (body) => inner.detectWire(body),
    locateSession: (body, options, step) => inner.locateSession(body, options, step),
    locateLent: (body, options, step) => inner.locateLent(body, options, step),
    validateBody: (body, options) => inner.validateBody(body, options),
    findFaults: (body, options) => inner.findFaults(body, options),
  };
  return Object.assign(counts, { backend });
}

/** How often `run` has JSON of at least `chars` parsed; promises are waited for. */
export async function wholeParses(chars: number, run: () => unknown): Promise<number> {
  const { parse } = JSON;
  let count = 0;
  JSON.parse = (text, reviver) => {
    if (text.length >= chars) count++;
    return parse(text, reviver);
  };
  try {
    await run();
  } finally {
    JSON.parse = parse;
  }
  return count;
}
