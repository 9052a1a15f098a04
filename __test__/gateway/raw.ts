// Sockets of the tests' own: an upstream that writes what it is told, and a client that keeps every byte it gets.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An upstream that speaks no HTTP of its own. `onHead` is called once a request's head has arrived. */
export async function rawUpstream(onHead: (socket: Socket, head: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      if (text.length > 65_536) return;
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      text = "";
      if (/^\w+ \S+ HTTP/.test(head)) onHead(socket, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface RawClient {
  socket: Socket;
  /** All that has come back. */
  answer(): string;
  closed: Promise<string>;
}

/** A connection on which `text` is sent at once. */
export function rawClient(url: string, text: string | Buffer): RawClient {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  let answer = "";
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (chunk) => {
    answer += chunk;
  });
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(answer)));
  onTestFinished(() => void socket.destroy());
  return { socket, answer: () => answer, closed };
}

/** How many status lines a text has. */
export const headsIn = (text: string): number => text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0;
