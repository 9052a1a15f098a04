import { fieldsOf, type Zod } from "../config/fields.js";

const DAY_MS = 24 * 3_600_000;

/** What is kept of replaced results. */
export function buildOriginals(z: Zod) {
  const { table, whole, flag, text, oneOf, variableName } = fieldsOf(z);
  return table({
    store: oneOf(["off", "memory", "sqlite", "redis", "files"])
      .default("off")
      .describe(
        "Where originals of replaced results are kept: off: nowhere; memory: in the gateway; sqlite: in a file, needs Node 22.13 or the package @libsql/client; redis: in that of [shared]; files: as texts in a folder, which markers name, for agents on the same machine.",
      ),
    path: text("a path")
      .optional()
      .describe(
        "The file of the store sqlite (default: originals.db), or the folder of the store files (default: tamis/originals in the user's cache; at most 400 chars); the key of the handles is beside it, in PATH.key.",
      ),
    encryptionKeyEnv: variableName()
      .optional()
      .describe(
        "Environment variable with 32 bytes (64 hex digits or base64): originals are encrypted with AES-256-GCM.",
      ),
    ttlMs: whole("a whole number of milliseconds", 1000, 365 * DAY_MS)
      .default(DAY_MS)
      .describe("Time that an original is kept after a request had it last."),
    maxBytes: whole("a whole number of bytes", 1024, Number.MAX_SAFE_INTEGER)
      .default(256 * 1024 * 1024)
      .describe("Bytes of all originals; the oldest are forgotten first."),
    tenants: oneOf(["credential", "one"])
      .default("credential")
      .describe(
        "Whose originals they are: credential: of those with the same key; one: all callers are one, for keys that change.",
      ),
    intercept: flag()
      .default(false)
      .describe("True: the model gets the tool tamis_retrieve, and the gateway answers its calls itself."),
  })
    .prefault({})
    .describe("What is kept of replaced results.");
}
