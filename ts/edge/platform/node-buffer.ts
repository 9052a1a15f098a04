// Takes the place of `node:buffer` in the bundle for edge runtimes.
/** As of `node:buffer`: whether all bytes are below 0x80. */
export const isAscii = (bytes: Uint8Array): boolean => !bytes.some((byte) => byte > 0x7f);
