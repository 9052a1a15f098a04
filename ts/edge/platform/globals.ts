// Inserted by the build into every module that names them, so that the program around the package sees neither.
import { sha256 } from "@noble/hashes/sha2.js";
import { inflateSync } from "fflate";
import { isAscii } from "./node-buffer.js";
import { Buffer } from "./utf8-buffer.js";

export { Buffer };

type Encoded = "hex" | "base64";

const utf8 = new TextEncoder();
const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? utf8.encode(text) : text);
const encode = (bytes: Uint8Array, encoding: Encoded): string => Buffer.from(bytes).toString(encoding);

/** The part of `node:crypto` that is used: SHA-256 of one text. */
const crypto = {
  createHash: () => {
    const hash = sha256.create();
    const self = {
      update: (text: string | Uint8Array) => {
        hash.update(bytesOf(text));
        return self;
      },
      digest: (encoding: Encoded) => encode(hash.digest(), encoding),
    };
    return self;
  },
  hash: (_name: string, text: string | Uint8Array, encoding: Encoded = "hex") =>
    encode(sha256(bytesOf(text)), encoding),
};

const MODULES: Readonly<Record<string, unknown>> = {
  "node:buffer": { isAscii },
  "node:crypto": crypto,
  "node:zlib": { inflateRawSync: (bytes: Uint8Array) => Buffer.from(inflateSync(bytes)) },
};

/** The part of Node's `process` that is used. */
export const process = {
  env: {} as Readonly<Record<string, string | undefined>>,
  platform: "edge",
  getBuiltinModule: (name: string): unknown => MODULES[name],
};
