import { TamisError } from "../base/errors.js";

let given: Uint8Array | undefined;

/**
 * Gives the vocabularies for exact counts by WebAssembly where no file can be read: browsers, edge functions, moved bundles.
 * They are the package's own file `tamis/vocabularies.bin` (0.7 MB). Not needed for estimates, nor where the native backend
 * is in use.
 *
 * @param bytes The file's bytes; they are kept, not copied.
 * @throws TamisError `OPTION_INVALID` for anything but bytes.
 */
export function useVocabulary(bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0)
    throw new TamisError("OPTION_INVALID", "bytes: expected the bytes of tamis/vocabularies.bin, as a Uint8Array");
  given = bytes;
}

/** What the caller gave. */
export const givenVocabulary = (): Uint8Array | undefined => given;
