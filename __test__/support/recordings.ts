import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Wire } from "../../ts/contract/report.js";

/** What is known of a recorded conversation. */
export interface Recording {
  /** Path under `traces`. */
  file: string;
  format: string;
  /** As the library names it. */
  wire: Wire;
  primary: boolean;
  /** Share of the bytes removed by keeping the last 4, 8 or 10 tool turns. */
  mask4: number;
  mask8: number;
  mask10: number;
  /** As the manifest counts them: outputs of every kind of tool are results, and calls without one make no turn. */
  tool_turns: number;
  tool_results: number;
}

const shared = process.env.TAMIS_SHARED;
const traces = shared === undefined ? undefined : join(shared, "traces");
const manifest = traces === undefined ? undefined : join(traces, "manifest.json");

/** Recorded requests of every wire; undefined where `TAMIS_SHARED` names no folder that has them. */
export const recordings: readonly Recording[] | undefined =
  manifest === undefined || !existsSync(manifest)
    ? undefined
    : (JSON.parse(readFileSync(manifest, "utf8")) as Recording[]).map((recording) => ({
        ...recording,
        wire: recording.format.replace("_", "-") as Wire,
      }));

export function readRecording({ file }: Recording): Buffer {
  return readFileSync(join(traces ?? "", file));
}
