// A proxy in front of OpenAI: clients need only another base URL.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { tamisHono } from "tamis/adapters/server";

const { PORT = "3000", OPENAI_BASE_URL = "https://api.openai.com/v1" } = process.env;
const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);

const app = new Hono();
app.use(tamisHono(undefined, { onReport }));
app.all("/v1/*", ({ req }) => proxy(OPENAI_BASE_URL + req.path.slice("/v1".length), { raw: req.raw }));
serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => console.log(`listening on ${port}`));
