// Appends turns to a stored session, and writes the number of each to stdout once it is acknowledged; `! CODE` where one
// is refused, which is then tried again.
// node append-forever.mjs DIST STORE SESSION [COUNT]
import { writeSync } from "node:fs";

const [dist, place, name, count = "Infinity"] = process.argv.slice(2);
const { ContextSession, openStore } = await import(dist);
const store = await openStore(place);
const session = new ContextSession({ maxTokens: 1e9, tokens: "chars4" });
await session.load(store, name);
for (let number = session.turns.length; number < Number(count); ) {
  // Of many sizes: some fill pages of their own.
  const content = `${number}:`.padEnd((number * 997) % 9000, "x");
  try {
    await session.addTurn({ role: number % 2 === 0 ? "user" : "assistant", content });
    writeSync(1, `${number}\n`);
    number++;
  } catch (error) {
    writeSync(1, `! ${error.code}\n`);
  }
}
