// A conversation that grows: measured as a whole by fresh ledgers, and again with one more turn. Many ledgers in a row, by
// the thread's own time; what comes back is made anew, as a gateway gets it.
import { percentiles } from "../measure.js";
import { threadMicros } from "../thread-time.js";

type Package = typeof import("../../ts/tokens/index.js");
type Ledger = ReturnType<Package["createTokenLedger"]>;
type Method = "exact" | "estimate";

/** A way to give a conversation to a ledger. */
interface Way<T> {
  what: string;
  make(texts: readonly string[]): T;
  measure(ledger: Ledger, conversation: T, method: Method): number;
}

/** One row of the table. */
export interface Recount {
  method: Method;
  what: string;
  messages: number;
  allMicros: number;
  againMicros: number;
  ratio: number;
}

/** Ledgers in a row: together many times what the clock of a thread can tell. */
const LEDGERS = 32;

const sum = (tokens: Uint32Array) => tokens.reduce((total, one) => total + one, 0);
const countAll = (ledger: Ledger, list: readonly (string | Uint8Array)[], method: Method) =>
  sum(method === "exact" ? ledger.count(list) : ledger.estimate(list));
const measureAll = (ledger: Ledger, request: Uint8Array | object, method: Method) =>
  (method === "exact" ? ledger.countRequest(request) : ledger.estimateRequest(request)).totalTokens;

const toMessage = (content: string, at: number) => ({ role: at % 2 === 0 ? "user" : "assistant", content });
const toRequest = (messages: readonly object[]) => ({ model: "gpt-4o", messages });
const toBody = (texts: readonly string[]) => Buffer.from(JSON.stringify(toRequest(texts.map(toMessage))));

/** Every way, exactly and by estimate. @throws Error where a ledger's number is not that of a fresh one. */
export function measureRecounts(tamis: Package, texts: readonly string[], rounds: number): Recount[] {
  const recount = <T>(method: Method, way: Way<T>) => measureWay(tamis, texts, rounds, { method, way });
  return (["exact", "estimate"] as const).flatMap((method) => [
    recount(method, {
      what: "strings",
      make: (list) => list.map((text) => Buffer.from(text).toString()),
      measure: countAll,
    }),
    recount(method, { what: "bytes", make: (list) => list.map((text) => Buffer.from(text)), measure: countAll }),
    recount(method, { what: "a body", make: toBody, measure: measureAll }),
  ]);
}

function measureWay<T>(
  tamis: Package,
  texts: readonly string[],
  rounds: number,
  { method, way }: { method: Method; way: Way<T> },
): Recount {
  const all: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const ledgers = Array.from({ length: LEDGERS }, () => tamis.createTokenLedger());
    const first = way.make(texts);
    const news = `One more turn, number ${round}: ${texts[round % texts.length]?.slice(0, 500)}`;
    const grown = way.make([...texts, news]);
    all.push(threadTime(() => ledgers.map((ledger) => way.measure(ledger, first, method))) / LEDGERS);
    let found: number[] = [];
    again.push(threadTime(() => (found = ledgers.map((ledger) => way.measure(ledger, grown, method)))) / LEDGERS);
    const expected = way.measure(tamis.createTokenLedger(), grown, method);
    if (found.some((tokens) => tokens !== expected)) throw new Error(`${way.what}: a ledger counts otherwise`);
  }
  const [allMicros, againMicros] = [percentiles(all).p50, percentiles(again).p50];
  return {
    method,
    what: way.what,
    messages: texts.length,
    allMicros,
    againMicros,
    ratio: allMicros / againMicros,
  };
}

function threadTime(run: () => void): number {
  const start = threadMicros();
  run();
  return threadMicros() - start;
}
