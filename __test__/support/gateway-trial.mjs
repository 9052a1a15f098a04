// Requests through a gateway whose connections may be bad: what must arrive, what must come back, and what is counted.
import { until } from "./gateway-process.mjs";
import { ask, kindOf } from "./http-outcome.mjs";

/** Between the events of a stream. */
const PAUSE_MS = 4;

/** Each wire with a whole answer and with a stream. */
export function casesOf({ WIRES, PATHS, agentRequest, bytesOf }, { STREAMS, streamBytes }, reduceBody) {
  const whole = Buffer.from(JSON.stringify({ text: "a whole answer — ünï ".repeat(900) }));
  const cases = WIRES.flatMap((wire) => {
    const body = bytesOf(agentRequest(wire));
    const common = { wire, path: PATHS[wire], body, reduced: reduceBody(body, undefined, { wire }).body };
    const stream = { events: STREAMS[wire], expected: streamBytes(wire) };
    return [
      { ...common, title: `${wire}, whole`, expected: whole, respond: respondWhole(whole) },
      { ...common, title: `${wire}, stream`, expected: stream.expected, respond: respondStream(stream.events) },
    ];
  });
  return { cases, streams: cases.filter(({ title }) => title.endsWith("stream")) };
}

const respondWhole = (whole) => (_, response) =>
  void response.writeHead(200, { "content-type": "application/json", "content-length": whole.length }).end(whole);

const respondStream = (events) => async (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    response.write(event);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  response.end();
};

/** Asks through the gateway, and holds the answer, what arrived, and the counters to what they must be. */
export function makeTrial({ upstream, seen }, gateway, url) {
  return async (one, { kinds, status, arrived, onData, body = one.body, sent = one.reduced, title }) => {
    upstream.respond = one.respond;
    upstream.arrived.length = 0;
    const before = await gateway.metrics();
    const outcome = await ask(`${url}${one.path}`, { body, onData });
    const kind = kindOf(outcome, one.expected);
    seen[title] ??= {};
    seen[title][kind] = (seen[title][kind] ?? 0) + 1;
    const told = `${one.title}: ${kind}, ${outcome.status} ${outcome.headers["x-tamis-error"] ?? ""} ${outcome.error ?? ""} ${outcome.bytes.length} bytes`;
    ensure(kinds.includes(kind), `${told}; expected ${kinds.join(" or ")}`);
    if (status !== undefined) ensure(outcome.status === status, `${told}; expected ${status}`);
    if (arrived !== undefined)
      ensure(upstream.arrived.length === arrived, `${told}; ${upstream.arrived.length} arrived`);
    for (const request of upstream.arrived) ensure(request.body.equals(sent), `${told}; other bytes arrived`);
    await until(`${told}; nothing under way`, () => isIdle(gateway));
    const after = await gateway.metrics();
    const grown = (metric, labels) => after(metric, labels) - before(metric, labels);
    return { outcome, kind, told, grown };
  };
}

export async function isIdle(gateway) {
  const sum = await gateway.metrics();
  return sum("tamis_in_flight_bytes") === 0 && sum("tamis_open_requests") <= 1;
}

export function ensure(ok, problem) {
  if (!ok) throw new Error(problem);
}

/** Every request is counted once, with what became of it. */
export function counted({ outcome, kind, told, grown }) {
  ensure(grown("tamis_requests_total") === 1, `${told}; ${grown("tamis_requests_total")} requests counted`);
  const reason = outcome.headers["x-tamis-error"];
  const [refusals, cuts] = [grown("tamis_refused_total"), grown("tamis_answers_cut_total")];
  const [refused, cut] = [kind === "refused" ? 1 : 0, kind === "cut" || kind === "error event" ? 1 : 0];
  ensure(refusals === refused && cuts === cut, `${told}; counted ${refusals} refused, ${cuts} cut`);
  if (reason !== undefined)
    ensure(grown("tamis_refused_total", { reason }) === 1, `${told}; not counted by its reason`);
  ensure(grown("tamis_clients_gone_total") === 0, `${told}; counted as a client gone`);
  return { outcome, kind, told, grown };
}
