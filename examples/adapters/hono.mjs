// A proxy. PORT=8080 UPSTREAM=https://api.openai.com node examples/adapters/hono.mjs
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { tamisHono } from "tamis/adapters/server";

const { PORT = "8080", UPSTREAM = "https://api.openai.com" } = process.env;

const app = new Hono();
app.use(tamisHono());
app.all("*", ({ req }) => {
  const { pathname, search } = new URL(req.url);
  return proxy(`${UPSTREAM}${pathname}${search}`, { raw: req.raw });
});
serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => console.log(`listening on ${port}`));
