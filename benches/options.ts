import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Wire } from "../ts/index.js";

export const PART_NAMES = [
  "size",
  "decision",
  "arrival",
  "arrival-growth",
  "scan",
  "growth",
  "memory",
  "startup",
  "into",
  "async",
  "adapters",
  "validate",
  "pipeline",
  "objects",
  "simulate",
  "kept",
  "bills",
  "savings",
  "tokens",
  "gateway",
  "session",
  "history",
] as const;
export type PartName = (typeof PART_NAMES)[number];

export const WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const satisfies readonly Wire[];

export interface Options {
  only: readonly PartName[];
  quick: boolean;
  json: string | undefined;
  record: boolean;
  traces: string | undefined;
  wires: readonly Wire[];
  seconds: number;
}

export const HELP = `npm run bench -- [options]
  --only LIST     parts, with commas between: ${PART_NAMES.join(", ")} (default: all)
  --quick         fewer sizes and rounds, to try out
  --seconds N     time for each comparison of part size (default: 2; quick: 0.3)
  --traces DIR    recorded requests, a folder a wire (default: $TAMIS_SHARED/traces if that is set)
                  parts simulate and kept read all that the manifest in it names,
                  parts kept, bills and savings the session logs in the folder logs beside it
  --wire LIST     wires for part size: ${WIRE_NAMES.join(", ")} (default: all)
  --json FILE     write everything measured
  --record        write it to benches/record/<machine>/<date>.json
  --no-build      measure what is built already
`;

/** @throws TypeError, Error for an option outside {@link HELP}. */
export function parseOptions(argv: readonly string[], sharedFolder: string | undefined): Options | "help" {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      record: { type: "boolean", default: false },
      traces: { type: "string" },
      wire: { type: "string" },
      seconds: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  if (values.quick && values.record) throw new Error("--record: a quick run is not worth keeping; leave out --quick");
  const seconds = Number(values.seconds ?? (values.quick ? 0.3 : 2));
  if (!(seconds > 0)) throw new Error("--seconds: expected a number above 0");
  return {
    only: parseNames("--only", "part", values.only, PART_NAMES),
    quick: values.quick,
    json: values.json,
    record: values.record,
    traces: values.traces ?? (sharedFolder ? join(sharedFolder, "traces") : undefined),
    wires: parseNames("--wire", "wire", values.wire, WIRE_NAMES),
    seconds,
  };
}

/** The names in a comma-separated list, in their canonical order; all of them without a list. */
function parseNames<T extends string>(option: string, what: string, list: string | undefined, all: readonly T[]): T[] {
  if (list === undefined) return [...all];
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`${option}: unknown ${what} ${unknown}; ${what}s: ${all.join(", ")}`);
  return all.filter((known) => names.includes(known));
}
