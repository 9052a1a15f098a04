// GET info → Info
/** What this server is and has. Asked once at the start, and again after a reconnection. */
export interface Info {
  /** Of the package. */
  version: string;
  /** `gateway`: `tamis gateway`; `run`: while an agent runs; `ui`: alone, over files. */
  surface: "gateway" | "run" | "ui";
  /** Changes with every start: ids of live requests and of trials are not valid across starts. */
  instance: string;
  /** When the server began. */
  startedAt: number;
  /** Of `run`: the agent. */
  agent?: string;
  /** How requests that pass here are treated now; absent without live requests. */
  mode?: RequestMode;
  /** The live requests whose bodies are kept in memory, never on disk; absent where none are. */
  bodies?: { requests: number; bytes: number; mostRequests: number; mostBytes: number };
  /** Whether the ledger can be read, and if not, why and what to do. */
  ledger: { available: boolean; file: string; problem?: string };
  /** Files and folders that were named, or the agents' own places. */
  sources: string[];
  /** Names of presets, in order, from the mildest. */
  presets: string[];
}

/** How requests are treated: reduced; only observed; observed to show what would be; left alone for comparison. */
export type RequestMode = "reduce" | "observe" | "shadow" | "holdout";
