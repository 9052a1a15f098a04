import { hashOfToken } from "../access/keys.js";
import { allowedNames } from "../admission.js";
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
    const { host, port, tokenEnv } = admin;
    const tokenSha256 = hashOfToken(["admin", "token_env"], tokenEnv, env);
    const { tlsCert, tlsKey, allowedHosts: more } = settings.gateway;
    const names = more.filter((name) => !name.includes("://"));
    const setting = { ...parts, tokenSha256, allowedHosts: allowedNames(host, names) };
    this.#server = new HttpServer({ host, port, tlsCert, tlsKey }, (incoming, out) =>
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
