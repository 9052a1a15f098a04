// Uses a store whose texts may be damaged, in a process of its own: a panic in the database's client ends the process.
// node damaged-child.mjs DIST STORE... → one JSON line a store, operation by operation

const [dist, ...places] = process.argv.slice(2);
const { ContextSession, openStore } = await import(dist);
const said = (promise) =>
  promise.then(
    (value) => value,
    (error) => `${error.code} ${error.message}`,
  );
for (const place of places) {
  const result = {};
  const store = await said(openStore(place));
  if (typeof store === "string") result.open = store;
  else {
    result.list = await said(store.list().then((sessions) => sessions.map(({ name }) => name ?? null)));
    result.search = await said(store.search("ello").then((hits) => hits.length));
    for (const name of ["bad", "good"]) {
      result[`read ${name}`] = await said(store.read(name).then((turns) => turns.map(({ content }) => content)));
      const session = new ContextSession({ maxTokens: 1000 });
      result[`load ${name}`] = await said(session.load(store, name).then(() => session.turns.length));
      await said(session.close());
    }
    result.copy = await said(store.copy("good", "copy").then(() => "done"));
    result.delete = await said(store.delete("bad").then(() => "done"));
    store.close();
  }
  console.log(JSON.stringify(result));
}
