import { describe, expect, it, vi } from "vitest";
import { describeNative, everyBackend } from "../support/native.js";
import { isAccepted, isRead, readFixture, readTable, shortHash } from "./corpus.js";

// Large inputs on shared machines.
vi.setConfig({ testTimeout: 120_000 });

interface SuiteFile {
  name: string;
  bytes: Buffer;
  /** What the table says of strict UTF-8 with a byte order mark kept. */
  accepted: boolean;
}

const files: SuiteFile[] = readTable("json-test-suite/node20-JSON.parse.tsv").map(
  ([name = "", size, hash, , strict]) => {
    const bytes = readFixture(`json-test-suite/${name}`);
    if (bytes.length !== Number(size) || shortHash(bytes) !== hash) throw new Error(`${name} is not the file it was`);
    return { name, bytes, accepted: strict === "accept" };
  },
);
const parsing = files.filter(({ name }) => name.startsWith("test_parsing/"));

const MAX_SPACES = 128;

/** Names of the files on which `judge` and `expected` differ. */
function differences(judge: (file: SuiteFile) => boolean, expected: (file: SuiteFile) => boolean): string[] {
  return files.filter((file) => judge(file) !== expected(file)).map(({ name }) => name);
}

/** The file after so many spaces, which JSON allows, and which moves it across the blocks of a vector scan. */
function afterSpaces({ bytes }: SuiteFile, spaces: number): Buffer {
  return Buffer.concat([Buffer.alloc(spaces, " "), bytes]);
}

function embedded({ bytes }: SuiteFile, spaces: number): Buffer {
  return Buffer.concat([Buffer.from(`{"x":${" ".repeat(spaces)}`), bytes, Buffer.from(',"messages":[]}')]);
}

describe("JSONTestSuite", () => {
  it("has all its files, and this Node's JSON.parse agrees with the table", () => {
    expect([parsing.length, files.length - parsing.length]).toEqual([318, 22]);
    expect(parsing.filter(({ accepted }) => accepted).length).toBeGreaterThan(100);
    const other = differences(
      ({ bytes }) => isAccepted(bytes),
      ({ accepted }) => accepted,
    );
    expect(other).toEqual([]);
  });

  it.each(everyBackend())("is accepted and rejected like by JSON.parse: %s", (_, backend) => {
    const asFile = differences(
      ({ bytes }) => isRead(backend, bytes),
      ({ accepted }) => accepted,
    );
    expect(asFile).toEqual([]);
    const asValue = differences(
      (file) => isRead(backend, embedded(file, 0)),
      (file) => isAccepted(embedded(file, 0)),
    );
    expect(asValue).toEqual([]);
  });
});

describeNative("JSONTestSuite after 0 to 128 spaces", () => {
  it.each(everyBackend())("is accepted and rejected as JSON.parse does: %s", (_, backend) => {
    for (const file of files) {
      // One space is as good as any other number of them.
      const alone = isAccepted(afterSpaces(file, 1));
      const inside = isAccepted(embedded(file, 1));
      for (let spaces = 1; spaces <= MAX_SPACES; spaces++) {
        const seen = [isRead(backend, afterSpaces(file, spaces)), isRead(backend, embedded(file, spaces))];
        if (seen[0] !== alone || seen[1] !== inside) {
          throw new Error(`${file.name} after ${spaces} spaces: read ${seen.join()}, expected ${alone},${inside}`);
        }
      }
    }
  });

  // WebAssembly copies what it is given to a place of its own.
  const native = everyBackend().filter(([, { name }]) => name === "native");

  it.each(native)("is accepted and rejected alike at any place in memory: %s", (_, backend) => {
    for (const file of files) {
      const memory = Buffer.alloc(file.bytes.length + 2 * MAX_SPACES, '"');
      for (let offset = 0; offset <= MAX_SPACES; offset++) {
        file.bytes.copy(memory, offset);
        const view = memory.subarray(offset, offset + file.bytes.length);
        if (isRead(backend, view) !== file.accepted) throw new Error(`${file.name} at offset ${offset}`);
      }
    }
  });
});
