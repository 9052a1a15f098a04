// Reads the width and height of an image from its header.

/** Pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Reads the size of a PNG, GIF, WebP or JPEG image from its first bytes. 30 bytes are enough except for JPEG, whose
 * size may follow 64 KB and more of other data. Sources: PNG (W3C, third edition, 11.2.1), GIF89a (section 18), RFC
 * 9649 (WebP), ITU T.81 (JPEG, B.2.2).
 *
 * @returns undefined for another format, a truncated header, or a size of 0.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = FORMATS.find(({ matches }) => matches(view))?.read;
  const size = read?.(view);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

interface Format {
  matches(view: Buffer): boolean;
  read(view: Buffer): ImageSize | undefined;
}

const hasAt = (view: Buffer, at: number, text: string) => view.toString("latin1", at, at + text.length) === text;

const FORMATS: readonly Format[] = [
  {
    matches: (view) => hasAt(view, 0, "\x89PNG\r\n\x1a\n") && view.length >= 24,
    read: (view) => ({ width: view.readUInt32BE(16), height: view.readUInt32BE(20) }),
  },
  {
    matches: (view) => (hasAt(view, 0, "GIF87a") || hasAt(view, 0, "GIF89a")) && view.length >= 10,
    read: (view) => ({ width: view.readUInt16LE(6), height: view.readUInt16LE(8) }),
  },
  { matches: (view) => hasAt(view, 0, "RIFF") && hasAt(view, 8, "WEBP") && view.length >= 30, read: readWebp },
  { matches: (view) => view[0] === 0xff && view[1] === 0xd8, read: readJpeg },
];

/** Lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`). */
function readWebp(view: Buffer): ImageSize | undefined {
  switch (view.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Walks the segments to the frame header: any SOF marker. C4, C8 and CC are not SOF markers. */
function readJpeg(view: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= view.length) {
    if (view[at] !== 0xff) return undefined;
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isAlone ? 2 : 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}
