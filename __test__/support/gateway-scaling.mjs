// What a second worker brings where the gateway's own work is nearly all of the work: rows to reduce, which no provider gets.
// So two cores show it that clients and provider would otherwise take their part of.
import { setTimeout as sleep } from "node:timers/promises";
import { cpuByProcess, total } from "./process-cpu.mjs";
import { quantile, rawLoad, requestBytes } from "./raw-load.mjs";

const PATH = "/v1/compress";
/** Such bodies are reduced on the JavaScript thread, of which each worker has one. */
const BYTES = 200_000;
const CLIENTS = 8;
const WARM_UP_MS = 4000;

/** Rates and processor time a request of one and of two workers, in turns. */
export async function scaling({ start, bodyOf, rounds, ms }) {
  const upstream = "http://127.0.0.1:9";
  const contestants = {
    one: await start("compress-one", { upstream, more: "page = false\n", args: [] }),
    two: await start("compress-two", { upstream, more: "page = false\n", args: ["--workers", "2"] }),
  };
  await sleep(3000);
  const body = bodyOf(BYTES);
  const taken = { one: [], two: [] };
  for (const { url } of Object.values(contestants)) await load(url, body, WARM_UP_MS);
  for (let round = 0; round < rounds; round++)
    for (const [who, { url, child }] of Object.entries(contestants)) {
      const before = [cpuByProcess(child.pid), cpuByProcess(process.pid, false)];
      const answers = await load(url, body, ms);
      const own = total(cpuByProcess(child.pid), before[0]);
      const client = total(cpuByProcess(process.pid, false), before[1]);
      taken[who].push({
        rate: answers.length / (ms / 1000),
        cpuMs: (own * 1000) / answers.length,
        client: client / own,
      });
    }
  await Promise.all(Object.values(contestants).map((one) => one.stop()));
  const median = (who, key) =>
    quantile(
      taken[who].map((one) => one[key]),
      0.5,
    );
  const of = (who) => ({
    requestsASecond: round(median(who, "rate"), 1),
    cpuMsARequest: round(median(who, "cpuMs"), 3),
    clientShareOfCpu: round(median(who, "client"), 3),
  });
  const ratios = taken.two.map(({ rate }, at) => rate / taken.one[at].rate);
  return { path: PATH, bytes: body.length, one: of("one"), two: of("two"), twoOfOne: round(quantile(ratios, 0.5), 2) };
}

async function load(url, body, ms) {
  const answers = await rawLoad({ url, request: requestBytes(url, PATH, body), clients: CLIENTS, ms });
  const failed = answers.find(({ status }) => status !== 200);
  if (failed !== undefined) throw new Error(`${url}${PATH}: status ${failed.status}`);
  return answers;
}

const round = (value, places) => Math.round(value * 10 ** places) / 10 ** places;
