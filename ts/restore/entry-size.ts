/** What an entry costs beside its value: keys, times, and the structures around them. */
const ENTRY_BYTES = 200;

/** Bytes that a value takes of a store's limit. */
export const bytesOfEntry = (key: string, token: Uint8Array): number => ENTRY_BYTES + 2 * key.length + token.length;
