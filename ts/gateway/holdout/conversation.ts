import { createHash } from "node:crypto";
import { conversationKey } from "../../contract/conversation-key.js";
import type { Wire } from "../../contract/report.js";
import { loadBackend } from "../../load/backend.js";

/** Larger bodies are not drawn: to read them for their conversation would keep other requests waiting. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * A hash that all requests of a conversation have: of the client's own name for it, else of its beginning. Undefined for what
 * is no conversation.
 */
export function conversationOf(
  name: string | undefined,
  body: () => Uint8Array,
  options: { wire: Wire; model?: string | undefined },
): string | undefined {
  if (name !== undefined) return createHash("sha256").update(name).digest("hex");
  const bytes = body();
  if (bytes.length > MOST_BYTES) return undefined;
  const { wire, model } = options;
  const facts = loadBackend().backend.locateSession(bytes, { wire, ...(model === undefined ? {} : { model }) }, 0);
  return facts === undefined ? undefined : conversationKey(undefined, facts.opening);
}
