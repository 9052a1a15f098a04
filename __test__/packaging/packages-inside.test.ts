// The packages inside our own files, as the built gateway uses them, and that nothing else has to be installed.
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { ensureBuilt } from "../cli/run-cli.js";

const manifest = JSON.parse(read("package.json")) as Record<"dependencies" | "peerDependencies", object>;

/** A server of this machine, closed at the test's end. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets = new Set<Socket>();
  const server = createServer(answer).on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the built files", () => {
  ensureBuilt();

  it("import no package but the dependencies and the optional ones", () => {
    const files = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.c?js$/.test(name) && !/^ui\W/.test(name),
    );
    const names = files.flatMap((name) =>
      [...read(`dist/${name}`).matchAll(/\bfrom"([@\w][\w@./:-]*)"|\b(?:require|import)\("([@\w][\w@./:-]*)"\)/g)].map(
        ([, imported, loaded]) => imported ?? loaded ?? "",
      ),
    );
    const packages = names
      .filter((name) => process.getBuiltinModule(name) === undefined)
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]);
    const { dependencies, peerDependencies } = manifest;
    const installed = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    expect(packages).toContain("smol-toml");
    expect([...new Set(packages)].filter((name) => !installed.has(name ?? "") && !/^tamis-/.test(name ?? ""))).toEqual(
      [],
    );
  });

  it("have a gateway whose requests go through the proxy that the environment names", { timeout: 60_000 }, async () => {
    const upstream = await serve((_, response) => response.end('{"ok":true}'));
    const asked: string[] = [];
    const proxy = await serve((_, response) => response.writeHead(405).end());
    proxy.server.on("connect", (request, socket) => {
      asked.push(String(request.url));
      const [host = "", port] = String(request.url).split(":");
      const through = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        through.pipe(socket).pipe(through);
      });
      onTestFinished(() => void through.destroy());
    });
    const built = pathToFileURL(join(ROOT, "dist/gateway/index.js")).href;
    const { createGateway } = (await import(built)) as typeof import("../../ts/gateway/index.js");
    const gateway = createGateway(
      { gateway: { port: 0 }, upstreams: { openai: upstream.url } },
      { logger: { write: () => {} }, env: { http_proxy: proxy.url } },
    );
    const url = await gateway.listen();
    onTestFinished(() => gateway.close({ drainMs: 50 }));
    const body = JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "hi" }] });
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
    expect(asked).toEqual([new URL(upstream.url).host]);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain("tamis_");
  });
});
