import { join } from "node:path";
import { parseArgs } from "node:util";

export const PART_NAMES = ["size", "scan", "growth", "memory", "startup"] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface Options {
  only: readonly PartName[];
  quick: boolean;
  json: string | undefined;
  record: boolean;
  traces: string | undefined;
  seconds: number;
}

export const HELP = `npm run bench -- [options]
  --only LIST     parts, with commas between: ${PART_NAMES.join(", ")} (default: all)
  --quick         fewer sizes and rounds, to try out
  --seconds N     time for each comparison of part size (default: 2; quick: 0.3)
  --traces DIR    recorded OpenAI Chat requests (default: $TAMIS_SHARED/traces/openai_chat if that is set)
  --json FILE     write everything measured
  --record        write it to benches/record/<machine>/<date>.json
  --no-build      measure what is built already
`;

/** @throws TypeError, Error for what is not in {@link HELP}. */
export function parseOptions(argv: readonly string[], sharedFolder: string | undefined): Options | "help" {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      record: { type: "boolean", default: false },
      traces: { type: "string" },
      seconds: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  if (values.quick && values.record) throw new Error("--record: a quick run is not worth keeping; leave out --quick");
  const seconds = Number(values.seconds ?? (values.quick ? 0.3 : 2));
  if (!(seconds > 0)) throw new Error("--seconds: expected a number above 0");
  return {
    only: parseParts(values.only),
    quick: values.quick,
    json: values.json,
    record: values.record,
    traces: values.traces ?? (sharedFolder ? join(sharedFolder, "traces/openai_chat") : undefined),
    seconds,
  };
}

function parseParts(list: string | undefined): PartName[] {
  if (list === undefined) return [...PART_NAMES];
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !PART_NAMES.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only: unknown part ${unknown}; parts: ${PART_NAMES.join(", ")}`);
  return PART_NAMES.filter((part) => names.includes(part));
}
