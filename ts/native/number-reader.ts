/** Goes through rows, which are numbers in LEB128 and texts. */
export class NumberReader {
  protected readonly bytes: Uint8Array;
  protected at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** LEB128 of at most 32 bits. */
  protected number(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number >>> 0;
    }
  }
}
