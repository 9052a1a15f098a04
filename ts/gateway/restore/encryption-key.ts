import { configInvalid } from "../config/issues.js";

const KEY_BYTES = 32;

/**
 * The key that a variable has, in 64 hex digits or in base64.
 *
 * @throws TamisError `CONFIG_INVALID`; the message has the variable's name, never its value.
 */
export function encryptionKeyOf(variable: string, env: NodeJS.ProcessEnv): Uint8Array {
  const text = env[variable]?.trim() ?? "";
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (key.length === KEY_BYTES) return new Uint8Array(key);
  const problem = text === "" ? "is not set; it holds the key of the originals" : `must have ${KEY_BYTES} bytes`;
  const message = `the environment variable ${variable} ${problem}: 64 hex digits (openssl rand -hex 32) or base64`;
  throw configInvalid([{ path: ["originals", "encryption_key_env"], message }], undefined);
}
