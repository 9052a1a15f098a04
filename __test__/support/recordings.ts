import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is known of a recorded conversation. */
export interface Recording {
  /** Path under `traces`. */
  file: string;
  format: string;
  primary: boolean;
  /** Share of the bytes removed by keeping the last 4, 8 or 10 tool turns. */
  mask4: number;
  mask8: number;
  mask10: number;
}

const shared = process.env.TAMIS_SHARED;
const traces = shared === undefined ? undefined : join(shared, "traces");
const manifest = traces === undefined ? undefined : join(traces, "manifest.json");

/** Recorded OpenAI Chat requests; undefined where `TAMIS_SHARED` names no folder that has them. */
export const recordings: readonly Recording[] | undefined =
  manifest === undefined || !existsSync(manifest)
    ? undefined
    : (JSON.parse(readFileSync(manifest, "utf8")) as Recording[]).filter(({ format }) => format === "openai_chat");

export function readRecording({ file }: Recording): Buffer {
  return readFileSync(join(traces ?? "", file));
}
