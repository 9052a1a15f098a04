// Another process at a store: `append` adds turns to a session without opening it, `hold` opens it, says so, and waits to
// be killed.
// node store-process.mjs DIST PLACE SESSION append LABEL COUNT | hold
import { writeSync } from "node:fs";

const [dist, place, name, what, label, count] = process.argv.slice(2);
const { ContextSession, openStore } = await import(dist);
const store = await openStore(place, { busyTimeoutMs: 60_000, authToken: process.env.STORE_TOKEN });
if (what === "append") {
  for (let number = 0; number < Number(count); number++) {
    await store.append(name, [{ role: "user", content: `${label}:${number}` }]);
  }
  store.close();
} else {
  const session = new ContextSession({ maxTokens: 1e9 });
  await session.load(store, name);
  writeSync(1, "held\n");
  setInterval(() => {}, 1000);
}
