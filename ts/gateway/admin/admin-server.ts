import { sha256, tokenOfVariable } from "../access/keys.js";
import type { AdminSettings } from "../config/parts.js";
import type { GatewaySettings } from "../config/settings.js";
import { HttpServer } from "../server.js";
import { type AdminSetting, serveAdmin } from "./serve-admin.js";

/** What the address tells and does. */
export type AdminParts = Omit<AdminSetting, "tokenSha256" | "allowedHosts">;

/** The address for administrators. It speaks TLS where the gateway does. */
export class AdminServer {
  readonly #server: HttpServer;
  url: string | undefined;

  /** @throws TamisError `CONFIG_INVALID` where the token is not there */
  constructor(settings: GatewaySettings, env: NodeJS.ProcessEnv, parts: AdminParts) {
    const admin = settings.admin as AdminSettings;
    const { host, port, tokenEnv = "", allowedHosts: more } = admin;
    const tokenSha256 = admin.tokenSha256 ?? sha256(tokenOfVariable(["admin", "token_env"], tokenEnv, env));
    const names = ["localhost", "127.0.0.1", "[::1]", host.includes(":") ? `[${host}]` : host, ...more];
    const setting = { ...parts, tokenSha256, allowedHosts: names.map((name) => name.toLowerCase()) };
    const { tlsCert, tlsKey } = settings.gateway;
    const { requestMs } = settings.limits;
    this.#server = new HttpServer({ host, port, tlsCert, tlsKey, requestMs }, (incoming, out) =>
      serveAdmin(setting, incoming, out),
    );
  }

  async listen(): Promise<void> {
    this.url = await this.#server.listen();
  }

  async drain(drainMs: number): Promise<void> {
    if (this.url === undefined) return;
    this.url = undefined;
    await this.#server.drain(drainMs);
  }
}
