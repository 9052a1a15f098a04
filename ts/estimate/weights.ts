// The weights of patterns, unpacked. crates/tokens/examples/fit/output.rs packs them.
import type { Encoding } from "../contract/token-backend.js";
import { TOKEN_WEIGHTS } from "./token-weights.js";

const PATTERNS = 1 << 16;
/** The encoding whose weights an encoding's are differences from. */
const BEFORE: Partial<Record<Encoding, Encoding>> = { cl100k_base: "o200k_base" };

const unpacked: Partial<Record<Encoding, Int16Array>> = {};

/** The weights of an encoding by the number of the pattern, in 1/1024 token; unpacked at their first use. */
export function weightsOf(encoding: Encoding): Int16Array {
  const known = unpacked[encoding];
  if (known !== undefined) return known;
  const earlier = BEFORE[encoding];
  const before = earlier === undefined ? undefined : weightsOf(earlier);
  const packed = Buffer.from(TOKEN_WEIGHTS[encoding], "base64");
  const planes = process.getBuiltinModule("node:zlib").inflateRawSync(packed);
  const weights = Int16Array.from({ length: PATTERNS }, (_, at) => {
    const unsigned = (planes[at] ?? 0) | ((planes[PATTERNS + at] ?? 0) << 8);
    return (before?.[at] ?? 0) + ((unsigned >>> 1) ^ -(unsigned & 1));
  });
  unpacked[encoding] = weights;
  return weights;
}
