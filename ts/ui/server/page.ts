// The page: its files, its data, and who may have them. A server of its own (`tamis ui`) or a gateway gives it requests.
import { randomBytes } from "node:crypto";
import type { Incoming, Outgoing } from "../../gateway/edge.js";
import { API_PATH, APP_PATH, type PageEvent } from "../api.js";
import { ApiError, sendFailure, sendJson } from "./answers.js";
import { EventHub, type HubLimits } from "./events.js";
import { StaticFiles } from "./files.js";
import { refusal } from "./guard.js";
import { findRoute, jsonOf, type RouteEntry, readWhole } from "./router.js";

export interface PageServerOptions {
  /** Answers for data. */
  routes: readonly RouteEntry[];
  /** What every request for data has to know. @default a random one */
  token?: string | undefined;
  /** More names that the Host header may have, without a port. @default none */
  hosts?: (() => readonly string[]) | undefined;
  /** The folder with the built page. @default the package's */
  folder?: string | undefined;
  /** Limits of the stream of events. @default those of {@link HubLimits} */
  limits?: HubLimits | undefined;
}

/** Bytes of a random token. */
const TOKEN_BYTES = 24;

/** Serves the page. It never throws: what goes wrong becomes an answer. */
export class PageServer {
  readonly token: string;
  /** Changes with every start. */
  readonly instance = randomBytes(8).toString("hex");
  readonly hub: EventHub;
  /** The URL that is listened at; to be set before the first request. */
  url: string | undefined;
  readonly #files: StaticFiles;
  readonly #routes: readonly RouteEntry[];
  readonly #hosts: () => readonly string[];

  constructor({ routes, token, hosts = () => [], folder, limits }: PageServerOptions) {
    this.token = token ?? randomBytes(TOKEN_BYTES).toString("base64url");
    this.hub = new EventHub(limits);
    this.#files = new StaticFiles(folder);
    this.#routes = routes;
    this.#hosts = hosts;
  }

  /** The address for people: with the token, in the part that browsers send to no server. */
  get address(): string {
    return `${this.url}/#token=${this.token}`;
  }

  /** Whether a request is for the page. */
  owns(method: string, target: string): boolean {
    const path = pathOf(target);
    return (path === "/" && method === "GET") || path.startsWith(APP_PATH) || path.startsWith(API_PATH);
  }

  /** Answers a request. */
  async serve(incoming: Incoming, out: Outgoing): Promise<void> {
    try {
      const path = pathOf(incoming.target);
      const isData = path.startsWith(API_PATH);
      const settings = { token: this.token, url: () => this.url, hosts: this.#hosts };
      const refused = refusal(incoming, settings, isData);
      if (refused !== undefined) throw refused;
      if (isData) await this.#answer(incoming, path.slice(API_PATH.length), out);
      else this.#sendFile(incoming, path, out);
    } catch (error) {
      sendFailure(out, error);
    }
  }

  /** Ends the streams, so that a server can end. */
  close(): void {
    this.hub.close();
  }

  #sendFile(incoming: Incoming, path: string, out: Outgoing): void {
    const { method } = incoming;
    if (path !== "/" && !path.startsWith(APP_PATH)) throw new ApiError("not_found", "there is nothing here");
    if (method !== "GET" && method !== "HEAD") throw new ApiError("not_found", "files can only be read");
    this.#files.send(path, incoming, out);
  }

  async #answer(incoming: Incoming, path: string, out: Outgoing): Promise<void> {
    if (path === "events" && incoming.method === "GET") {
      const hello: PageEvent = { event: "hello", data: { instance: this.instance } };
      this.hub.open(out, hello);
      return;
    }
    const { route, params } = findRoute(this.#routes, incoming.method, path);
    const body = await readWhole(incoming, route.maxBytes);
    const query = new URL(incoming.target, "http://page").searchParams;
    const value = await route.handle({ params, query, body, json: () => jsonOf(body), out });
    if (!out.started) sendJson(out, 200, value);
  }
}

const pathOf = (target: string): string => target.replace(/\?.*$/s, "");
