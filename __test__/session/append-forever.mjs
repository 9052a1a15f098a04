// Appends turns to a stored session for ever, and writes the number of each to stdout once it is acknowledged.
// node append-forever.mjs DIST STORE SESSION
import { writeSync } from "node:fs";

const [dist, place, name] = process.argv.slice(2);
const { ContextSession, openStore } = await import(dist);
const store = await openStore(place);
const session = new ContextSession({ maxTokens: 1e9, tokens: "chars4" });
await session.load(store, name);
for (let number = session.turns.length; ; number++) {
  // Of many sizes: some fill pages of their own.
  await session.addTurn({
    role: number % 2 === 0 ? "user" : "assistant",
    content: `${number}:`.padEnd((number * 997) % 9000, "x"),
  });
  writeSync(1, `${number}\n`);
}
