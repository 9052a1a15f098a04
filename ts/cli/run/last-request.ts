// The last request of a launch that was made smaller, as it came and as it was sent, for `tamis why --sent` inside of the launch. It
// is in memory alone, and what starts inside is told where to ask for it.
import { randomUUID } from "node:crypto";
import type { GatewayPage, RequestAccount, RequestBodies } from "../../gateway/index.js";

/** The variable with the address that {@link LastRequest} answers at. */
export const LAST_REQUEST_VARIABLE = "TAMIS_LAST_REQUEST";

/** Keeps the last request, and answers beside the page of the launch, if there is one. */
export class LastRequest implements GatewayPage {
  /** Nobody can guess it. */
  readonly #path = `/_tamis/last-request/${randomUUID()}`;
  readonly #page: GatewayPage | undefined;
  #account: RequestAccount | undefined;
  #bodies: RequestBodies | undefined;

  constructor(page: GatewayPage | undefined) {
    this.#page = page;
  }

  /** For what is started, where the gateway is at `url`. */
  variables(url: string): Record<string, string> {
    return { [LAST_REQUEST_VARIABLE]: `${url}${this.#path}` };
  }

  /** Takes a request that passed. One that went as it came does not take the place of a smaller one. */
  note(account: RequestAccount, bodies: RequestBodies | undefined): void {
    if (bodies === undefined || (bodies.sent === undefined && this.#bodies?.sent !== undefined)) return;
    this.#account = { ...account, request: undefined };
    this.#bodies = bodies;
  }

  owns(method: string, target: string): boolean {
    return (method === "GET" && target === this.#path) || this.#page?.owns(method, target) === true;
  }

  async serve(...[incoming, out]: Parameters<GatewayPage["serve"]>): Promise<void> {
    if (incoming.target !== this.#path) return await this.#page?.serve(incoming, out);
    const { sendChanged } = await import("../../ui/index.js");
    sendChanged(out, this.#bodies, this.#account?.wire);
  }

  close(): void {
    this.#page?.close();
  }
}
