// Opens stores as somebody without rights: loads what it needs as whoever it was started by, then becomes user 65534 where
// that was root, and says what each store allows.
// node unprivileged.mjs DIST WARM_STORE STORE... → one JSON line a store

const [dist, warm, ...places] = process.argv.slice(2);
const { ContextSession, openStore } = await import(dist);
(await openStore(warm)).close();
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(65_534);
  process.setuid(65_534);
}
const said = (promise) =>
  promise.then(
    (value) => value,
    ({ code, message }) => `${code} ${message}`,
  );
for (const place of places) {
  const result = {};
  const store = await said(openStore(place));
  if (typeof store === "string") result.open = store;
  else {
    result.read = await said(store.read("s").then((turns) => turns.length));
    const session = new ContextSession({ maxTokens: 1000 });
    await session.addTurn({ role: "user", content: "kept in memory" });
    result.save = await said(session.save(store, { name: "new" }));
    result.append = await said(store.append("s", [{ role: "user", content: "x" }]));
    result.delete = await said(store.delete("s"));
    result.load = await said(session.load(store, "s"));
    result.turns = session.turns.length;
    result.export = session.export().includes("kept in memory");
    store.close();
  }
  console.log(JSON.stringify(result));
}
