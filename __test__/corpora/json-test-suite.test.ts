import { describe, expect, it, vi } from "vitest";
import { everyBackend } from "../support/native.js";
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

/** Names of the files on which `judge` and `expected` differ. */
function differences(judge: (file: SuiteFile) => boolean, expected: (file: SuiteFile) => boolean): string[] {
  return files.filter((file) => judge(file) !== expected(file)).map(({ name }) => name);
}

function embedded({ bytes }: SuiteFile): Buffer {
  return Buffer.concat([Buffer.from(`{"x":`), bytes, Buffer.from(',"messages":[]}')]);
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
      (file) => isRead(backend, embedded(file)),
      (file) => isAccepted(embedded(file)),
    );
    expect(asValue).toEqual([]);
  });
});
