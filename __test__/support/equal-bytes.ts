import { expect } from "vitest";

// Vitest compares bytes as it compares lists: one at a time, which takes seconds for the bytes of a long request.
expect.addEqualityTesters([
  function areEqualBytes(one: unknown, other: unknown): boolean | undefined {
    const areBytes = one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor;
    return areBytes ? Buffer.compare(one, other) === 0 : undefined;
  },
]);
