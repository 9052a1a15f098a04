// The address for administrators: what the gateway tells of itself, and commands. It has a token of its own.
import { parseJson } from "../../text/json-value.js";
import { sha256, tokenIn } from "../access/keys.js";
import { admit } from "../admission.js";
import type { Incoming, Outgoing } from "../edge.js";
import { type OwnText, type OwnTexts, textHeaders } from "../own/serve-own.js";
import type { AuditLog } from "./audit.js";
import { type AdminCommand, type AdminOutcome, commandOf } from "./command.js";

/** What the address needs. */
export interface AdminSetting {
  /** Of the token, in hex. */
  tokenSha256: string;
  allowedHosts: readonly string[];
  texts: OwnTexts;
  audit: AuditLog;
  /** The present, for `/admin/status`. */
  status(): object;
  /** Carries a command out, in every process. */
  carryOut(command: AdminCommand): Promise<AdminOutcome>;
}

const MOST_BYTES = 64 * 1024;
const JSON_TYPE = "application/json";
const TEXTS = { "/metrics": "metrics", "/stats": "stats" } as const;

/** Answers a request to the address for administrators. Never rejects. */
export async function serveAdmin(setting: AdminSetting, incoming: Incoming, out: Outgoing): Promise<void> {
  try {
    const answered = await answer(setting, incoming);
    const headers = [...textHeaders(answered), "cache-control", "no-store"];
    out.start(answered.status, answered.status === 401 ? [...headers, "www-authenticate", "Bearer"] : headers, false);
    out.end(answered.text);
  } catch {
    if (out.started) out.cut();
    else {
      const failure = failed(500, "it could not be done, or not be recorded");
      out.start(failure.status, textHeaders(failure), false);
      out.end(failure.text);
    }
  }
}

type Answer = OwnText & { status: number };

const told = (value: object): Answer => ({ status: 200, type: JSON_TYPE, text: `${JSON.stringify(value)}\n` });
const failed = (status: number, problem: string): Answer => ({ ...told({ problem }), status });

async function answer(setting: AdminSetting, incoming: Incoming): Promise<Answer> {
  const { allowedHosts, tokenSha256, texts, audit } = setting;
  const path = incoming.target.replace(/\?.*$/s, "");
  const refusal = admit(incoming, allowedHosts);
  if (refusal !== undefined) return failed(refusal.reason === "bad_request" ? 400 : 421, refusal.message);
  // Compared by their hashes, so that the time taken says nothing of the token.
  const token = tokenIn(incoming.rawHeaders);
  if (token === undefined || sha256(token) !== tokenSha256) {
    audit.write({ event: "denied", path: path.slice(0, 100) });
    return failed(401, "this address needs the administrators' token ([admin]), as Authorization: Bearer");
  }
  if (incoming.method === "GET") {
    const name = TEXTS[path as keyof typeof TEXTS];
    if (name !== undefined) return { status: 200, ...(await texts[name]()) };
    return path === "/admin/status" ? told(setting.status()) : failed(404, "no such path");
  }
  if (incoming.method !== "POST") return failed(405, "GET, or POST for commands");
  const body = await textOf(incoming);
  const command = body === undefined ? "the body is too long" : commandOf(path, parseJson(body));
  if (command === undefined) return failed(404, "no such path");
  if (typeof command === "string") return failed(400, command);
  audit.write({ event: "command", ...recorded(command) });
  const outcome = await setting.carryOut(command);
  return outcome.problem === undefined ? told({ done: true, ...outcome }) : failed(409, outcome.problem);
}

/** A command as it is recorded: of whom was erased, a hash, because a user's name is personal. */
function recorded(command: AdminCommand): Record<string, string | boolean> {
  if (command.kind !== "erase") {
    const { kind, ...more } = command;
    return { command: kind, ...more };
  }
  const { which } = command;
  const [what, name] = Object.entries(which)[0] as [string, unknown];
  return { command: "erase", what, ...(name === true ? {} : { nameSha256: sha256(String(name)) }) };
}

async function textOf(incoming: Incoming): Promise<string | undefined> {
  if (!incoming.hasBody) return "";
  incoming.wantBody();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming.body) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}
