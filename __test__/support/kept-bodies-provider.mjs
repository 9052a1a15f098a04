// A provider that answers without looking at the request, or by its path alone, and keeps the bodies that it got.
import { createServer } from "node:http";

/** Listens on loopback; `answer` is JSON, or a function that makes it of the path. `close` ends the connections that are open, too. */
export async function startProvider(answer) {
  const bodies = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      bodies.push(body);
      const text = typeof answer === "function" ? answer(request.url) : answer;
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  let closing;
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bodies,
    close() {
      closing ??= new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closing;
    },
  };
}
