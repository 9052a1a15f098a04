import { describe, expect, it } from "vitest";
import { repairRequest, validateRequest } from "../../ts/validate/index.js";

const orphan = (id: number) => ({ role: "tool", tool_call_id: `c${id}`, content: "late" });
const user = { role: "user", content: "go on" };

describe("a request that is an object", () => {
  it("has the faults of its JSON, without places in bytes", () => {
    const request = { model: "gpt-5", messages: [user, orphan(1)] };
    const ofBody = validateRequest(Buffer.from(JSON.stringify(request)));
    expect(ofBody).toHaveLength(1);
    expect(validateRequest(request)).toEqual(ofBody.map(({ byteOffset: _, ...violation }) => violation));
  });

  it("is repaired where it has more faults than are listed", () => {
    const request = { model: "gpt-5", messages: [user, ...Array.from({ length: 1_500 }, (_, id) => orphan(id)), user] };
    const { body, repairs } = repairRequest(request);
    expect(repairs).toHaveLength(1_500);
    expect(body.messages).toEqual([user, user]);
  });

  it("keeps bytes and loops, and mends what is beside them", () => {
    const picture = new Uint8Array(5_000_000);
    const loop: Record<string, unknown> = { picture };
    loop.self = loop;
    const half = { role: "user", content: "half \ud83d", loop };
    const { body, repairs } = repairRequest({ model: "gpt-5", messages: [half] });
    expect(repairs.map(({ rule }) => rule)).toEqual(["lone-surrogate"]);
    expect(body.messages[0]?.content).toBe("half \ufffd");
    expect(body.messages[0]?.loop).toBe(loop);
  });
});
