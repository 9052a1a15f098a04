import { vi } from "vitest";
import type * as tamis from "../../ts/index.js";
import { native } from "../support/native.js";
import { wasm } from "../support/wasm.js";

export type Tamis = typeof tamis;

/** The package as users import it, once on each backend that runs here. */
export const BACKENDS: readonly ("native" | "wasm")[] = [
  ...("addon" in native ? (["native"] as const) : []),
  ...("addon" in wasm ? (["wasm"] as const) : []),
];

/** The whole package loaded anew, on that backend. */
export async function loadTamis(backend: "native" | "wasm"): Promise<Tamis> {
  vi.resetModules();
  vi.stubEnv("TAMIS_BACKEND", backend);
  try {
    const loaded = (await import("../../ts/index.js")) as Tamis;
    if (loaded.backend.name !== backend) throw new Error(`not ${backend}: ${loaded.backend.reason}`);
    return loaded;
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Masks all but the newest turn, whatever its length. */
export const EAGER = { mask: { windowTurns: 1, minChars: 0, keepErrors: false } } as const;

/** A request of several turns with results of `chars` chars, so that all but the last are masked. */
export function makeBody(chars = 300, turns = 3, fill = "x"): Buffer {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: "assistant", content: null, tool_calls: [toolCall(`call_${turn}`)] },
    { role: "tool", tool_call_id: `call_${turn}`, content: fill.repeat(chars) },
  ]);
  return Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }, ...messages.flat()] }));
}

const toolCall = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });

/** A request in which nothing is to be masked. */
export const SETTLED = Buffer.from('{"messages":[{"role":"user","content":"hello"}]}');

/** Above the size from which the native backend works on the thread pool. */
export const LARGE_CHARS = 200_000;

type ResizableConstructor = new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
type GrowableConstructor = new (length: number, options: { maxByteLength: number }) => SharedArrayBuffer;

export function resizable(bytes: number, maxByteLength = 2 * bytes): ArrayBuffer & { resize(bytes: number): void } {
  const buffer = new (ArrayBuffer as unknown as ResizableConstructor)(bytes, { maxByteLength });
  return buffer as ArrayBuffer & { resize(bytes: number): void };
}

export function growable(bytes: number, maxByteLength = 2 * bytes): SharedArrayBuffer & { grow(bytes: number): void } {
  const buffer = new (SharedArrayBuffer as unknown as GrowableConstructor)(bytes, { maxByteLength });
  return buffer as SharedArrayBuffer & { grow(bytes: number): void };
}
