import type { Backend } from "./backend.js";

/** The native backend, or why it cannot be had here. */
export function loadNative(): { backend: Backend } | { reason: string } {
  return { reason: "not built" };
}
