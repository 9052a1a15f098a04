// A body counts until its memory is free, also when its request is over.
import { describe, expect, it } from "vitest";
import { InFlight } from "../../ts/gateway/in-flight.js";

const MIB = 1024 * 1024;

/** A request that is over, and what it leaves. */
function leaveBody(all: InFlight, bytes: number): Uint8Array {
  const body = new Uint8Array(bytes);
  const hold = all.open();
  hold.resize(bytes);
  hold.leave(body);
  hold.leave(body.subarray(1));
  hold.close();
  return body;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("the memory of a request that is over", () => {
  it("is asked for where another request needs it, and given by a collection", async () => {
    const all = new InFlight(10 * MIB);
    all.open().resize(1);
    const next = all.open();
    leaveBody(all, 8 * MIB);
    await nextTurn();
    expect(all.bytes).toBe(1);
    expect(next.resize(8 * MIB)).toBe(true);
  });

  it("counts while somebody has it", async () => {
    const all = new InFlight(10 * MIB);
    all.open().resize(1);
    const next = all.open();
    const shown = leaveBody(all, 8 * MIB);
    await nextTurn();
    expect(next.resize(8 * MIB)).toBe(false);
    expect(next.resize(MIB)).toBe(true);
    expect(shown.length).toBe(8 * MIB);
  });

  it("refuses no request that is alone", () => {
    const all = new InFlight(MIB);
    const shown = leaveBody(all, MIB);
    expect(all.open().resize(8 * MIB)).toBe(true);
    expect(shown.length).toBe(MIB);
  });
});
