import { expect, it } from "vitest";
import { readEvents } from "../../../ts/cli/chat/ask.js";

async function eventsOf(pieces: readonly string[]): Promise<string[]> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const events: string[] = [];
  for await (const data of readEvents(
    (async function* () {
      yield* bytes;
    })(),
  )) {
    events.push(data);
  }
  return events;
}

const STREAM = 'event: a\r\ndata: {"x":1}\r\n\r\n: comment\ndata:two\ndata: lines\n\n\rdata: é\r\rdata: last\n\n';
const EVENTS = ['{"x":1}', "two\nlines", "é", "last"];

it("events are the same in whatever chunks they arrive", async () => {
  expect(await eventsOf([STREAM])).toEqual(EVENTS);
  for (let at = 1; at < STREAM.length; at++)
    expect(await eventsOf([STREAM.slice(0, at), STREAM.slice(at)])).toEqual(EVENTS);
  expect(await eventsOf([...STREAM])).toEqual(EVENTS);
});

it("an event without an end is none", async () => {
  expect(await eventsOf(["data: a\n\ndata: b"])).toEqual(["a"]);
});

it("an event of 40 MB in small chunks is read in linear time", async () => {
  const chunk = "x".repeat(16_384);
  const started = performance.now();
  const [event] = await eventsOf(["data: ", ...Array.from({ length: 2_500 }, () => chunk), "\n\n"]);
  expect(event).toHaveLength(2_500 * 16_384);
  expect(performance.now() - started).toBeLessThan(4_000);
});
