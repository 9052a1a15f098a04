import { json, startUpstream, type Upstream } from "../../gateway/upstream.js";
import type { SimulatedProvider } from "./provider.js";

/** The provider on loopback: `POST /v1/messages`, whole answers only. */
export function startSimulatedProvider(provider: SimulatedProvider): Promise<Upstream> {
  return startUpstream((request, response) => {
    const betas = String(request.headers["anthropic-beta"] ?? "").split(/\s*,\s*/);
    if (!/\/v1\/messages(?:$|\?)/.test(request.url)) return json({ type: "error" }, 404)(request, response);
    const { status, body } = provider.handle(JSON.parse(request.body.toString("utf8")), betas);
    return json(body, status)(request, response);
  });
}
