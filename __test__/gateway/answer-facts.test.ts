import { describe, expect, it } from "vitest";
import { AnswerReader } from "../../ts/gateway/account/answer-facts.js";

const USAGE = { prompt_tokens: 5, completion_tokens: 1 };
const WHOLE = JSON.stringify({ model: "gpt-é-漢", usage: USAGE, text: "漢字 🙂" });
const STREAM = `data: {"model":"gpt-é","choices":[]}\n\ndata: ${JSON.stringify({ usage: USAGE })}\n\ndata: [DONE]\n\n`;

/** What is read of an answer that comes in pieces of that many bytes. */
async function read(text: string, type: string, bytes: number) {
  const reader = new AnswerReader(type, undefined);
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) reader.see(all.subarray(at, at + bytes));
  return reader.end();
}

describe("what an answer says of itself", () => {
  it.each([1, 2, 3, 7, 100_000])("is read whatever pieces it comes in: %i bytes", async (bytes) => {
    expect(await read(WHOLE, "application/json", bytes)).toEqual({ model: "gpt-é-漢", usages: [{ usage: USAGE }] });
    expect(await read(STREAM, "text/event-stream", bytes)).toEqual({ model: "gpt-é", usages: [{ usage: USAGE }] });
  });

  it.each([1, 100_000])("is read behind a byte order mark: %i bytes", async (bytes) => {
    expect((await read(`\uFEFF${WHOLE}`, "application/json", bytes)).model).toBe("gpt-é-漢");
    expect((await read(`\uFEFF${STREAM}`, "text/event-stream", bytes)).model).toBe("gpt-é");
  });

  it("is nothing of what is neither JSON nor text", async () => {
    const reader = new AnswerReader("application/json", undefined);
    reader.see(Buffer.from([0xff, 0xfe, 0x80, 0xe6, 0xbc]));
    expect(await reader.end()).toEqual({ model: undefined, usages: [] });
  });
});
