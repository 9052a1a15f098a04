// The files of examples/deploy, each read by the program that it is for, or by that program's own schema; and the gateways that
// tamis.toml describes, run for real with a Redis, behind nginx and behind Envoy: two replicas, one of them killed.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { envoyProgram, startEnvoy } from "../support/envoy.mjs";
import { readMetrics, until } from "../support/gateway-process.mjs";
import { ensure } from "../support/gateway-trial.mjs";
import { startProvider } from "../support/kept-bodies-provider.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { startNginx } from "../support/nginx.mjs";
import { startRedis } from "../support/redis-server.mjs";
import { startShipped } from "../support/shipped-gateway.mjs";
import { counter, debianProgram, run as runProgram, tryRun, withScratch } from "../support/tools.mjs";

export const name = "gateway-deploy";

const TOKEN = "token-of-operations-1";
const KUBERNETES_MODELS = "kubernetes-models@5.1.0";

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const record = await withScratch(async (scratch) => {
    const read = (file) => readFileSync(join(root, "examples/deploy", file), "utf8");
    const write = (file, text) => {
      writeFileSync(join(scratch, file), text);
      return join(scratch, file);
    };
    const by = { root, scratch, log, read, write };
    await check("compose.yaml is one that docker-compose takes, with a token and not without", () => compose(by));
    await check("kubernetes.yaml fits the schemas of Kubernetes, and a mistake in it does not", () => kubernetes(by));
    await check("tamis.service is one that systemd takes", () => systemd(by));
    await check("alerts.yaml has rules that Prometheus takes, and alarms that ring", () => alerts(by));
    await check("envoy.yaml is one that Envoy takes, and with a mistake it is not", () => envoy(by));
    await check("kong.yaml is a declarative configuration of Kong's, and with a mistake it is none", () => kong(by));
    const ran = {};
    for (const [proxy, start] of Object.entries(PROXIES)) {
      ran[proxy] = await check(`tamis.toml, ${proxy} and Redis serve requests, also when a replica is killed`, () =>
        shipped(by, start),
      );
    }
    return { ran };
  });
  return { ...counts, record };
}

/** Fails where a program takes what it should not. */
async function refused(command, args, options) {
  const { status, output } = await tryRun(command, args, options);
  ensure(status !== 0, `${command} takes a mistake: ${output.slice(-300)}`);
}

async function compose({ log, root }) {
  await debianProgram({ program: "docker-compose", log });
  const args = ["-f", join(root, "examples/deploy/compose.yaml"), "config", "--quiet"];
  await runProgram("docker-compose", args, { env: { TAMIS_KEY_OPERATIONS: TOKEN } });
  await refused("docker-compose", args, { env: { TAMIS_KEY_OPERATIONS: "" } });
}

const KUBERNETES_CHECK = `
import { readFileSync } from "node:fs";
const [file] = process.argv.slice(2);
const groups = { "apps/v1": "apps/v1", v1: "v1", "policy/v1": "policy/v1" };
for (const one of JSON.parse(readFileSync(file, "utf8"))) {
  const kinds = await import("kubernetes-models/" + groups[one.apiVersion]);
  new kinds[one.kind](one).validate();
}
`;

async function kubernetes({ scratch, read, write }) {
  const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runProgram("npm", ["install", "--prefix", scratch, ...quiet, KUBERNETES_MODELS], { cwd: scratch });
  const program = write("kubernetes-check.mjs", KUBERNETES_CHECK);
  const documents = parseAllDocuments(read("kubernetes.yaml")).map((document) => document.toJS());
  ensure(documents.length === 3, `${documents.length} objects`);
  await runProgram(process.execPath, [program, write("kubernetes.json", JSON.stringify(documents))]);
  documents[0].spec.replicas = "two";
  await refused(process.execPath, [program, write("kubernetes-wrong.json", JSON.stringify(documents))]);
}

async function systemd({ log, read, write }) {
  await debianProgram({ program: "systemd-analyze", name: "systemd", log });
  const unit = read("tamis.service").replace("/usr/bin/tamis", "/bin/true");
  await runProgram("systemd-analyze", ["verify", "--man=no", write("tamis.service", unit)]);
  const wrong = write("wrong.service", unit.replace("ExecStart=", "ExecStrat="));
  await refused("systemd-analyze", ["verify", "--man=no", wrong]);
}

/** What Prometheus has counted, and which alarm that must be. */
const ALARMS = {
  TamisFailsRequests: [["tamis_refused_total{reason='internal'}", "0+1x60"]],
  TamisOverloaded: [["tamis_refused_total{reason='overloaded'}", "0+5x60"]],
  TamisSharedStateFails: [["tamis_shared_total{what='session',outcome='failed'}", "0+5x60"]],
  TamisReducedIsRefused: [
    ["tamis_holdout_count{group='reduced',what='errors'}", "0+5x60"],
    ["tamis_holdout_count{group='reduced',what='requests'}", "100+100x60"],
    ["tamis_holdout_count{group='holdout',what='errors'}", "0x60"],
    ["tamis_holdout_count{group='holdout',what='requests'}", "100+100x60"],
  ],
  TamisClientBreaksCache: [
    ["tamis_cache_causes_total{wire='anthropic',cause='tool_list'}", "0+5x120"],
    ["tamis_cache_causes_total{wire='anthropic',cause='hit'}", "0+5x120"],
  ],
};

async function alerts({ log, read, write }) {
  await debianProgram({ program: "promtool", name: "prometheus", log });
  const file = write("alerts.yaml", read("alerts.yaml"));
  await runProgram("promtool", ["check", "rules", file]);
  const rules = parse(read("alerts.yaml")).groups.flatMap(({ rules: list }) => list);
  const tests = Object.entries(ALARMS).map(([alertname, series]) => {
    const { labels, annotations } = rules.find(({ alert }) => alert === alertname);
    const alert = { alertname, exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }] };
    const input = series.map(([one, values]) => ({ series: one, values }));
    return { interval: "1m", input_series: input, alert_rule_test: [{ eval_time: "90m", ...alert }] };
  });
  for (const test of tests) for (const one of test.input_series) one.values = one.values.replace("x60", "x120");
  const trial = { rule_files: [file], evaluation_interval: "1m", tests };
  await runProgram("promtool", ["test", "rules", write("alerts-test.yaml", JSON.stringify(trial))]);
}

async function envoy({ root, log, read, write }) {
  const program = await envoyProgram({ root, log });
  const args = ["--mode", "validate", "--config-path"];
  await runProgram(program, [...args, write("envoy.yaml", read("envoy.yaml"))]);
  const wrong = read("envoy.yaml").replace(" idle_timeout:", " idle_timeut:");
  await refused(program, [...args, write("envoy-wrong.yaml", wrong)]);
}

/** Debian's decK knows the format before the newest one; of what is used here both say the same. */
async function kong({ log, read, write }) {
  await debianProgram({ program: "deck", arg: "version", log });
  const text = read("kong.yaml").replace('_format_version: "3.0"', '_format_version: "1.1"');
  const args = ["validate", "--state"];
  await runProgram("deck", [...args, write("kong.yaml", text)]);
  await refused("deck", [...args, write("kong-wrong.yaml", text.replace("hash_on:", "hash_un:"))]);
}

const ANSWER = '{"object":"chat.completion","choices":[]}';

/** What stands before the gateways, by its shipped file. */
const PROXIES = {
  "nginx.conf": async ({ log, read }, to) => {
    await debianProgram({ program: "nginx", arg: "-v", log });
    return startNginx({ ...to, shipped: read("nginx.conf") });
  },
  "envoy.yaml": async ({ root, log, read }, to) =>
    startEnvoy({ ...to, program: await envoyProgram({ root, log }), shipped: read("envoy.yaml") }),
};

/** Two replicas by the shipped configuration, behind a shipped proxy; only addresses are others. */
async function shipped(by, startProxy) {
  const { root, scratch, log, read } = by;
  await debianProgram({ program: "redis-server", log });
  const requests = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const folder = mkdtempSync(join(scratch, "shipped-"));
  const [redis, provider] = [await startRedis(folder), await startProvider(ANSWER)];
  const env = { TAMIS_KEY_OPERATIONS: TOKEN, TAMIS_REDIS_URL: redis.url };
  const gateways = [];
  for (const at of [1, 2]) {
    const file = join(folder, `replica-${at}.toml`);
    gateways.push(await startShipped({ root, file, config: read("tamis.toml"), upstream: provider.url, env }));
  }
  const proxy = await startProxy(by, { folder, gateways: gateways.map(({ url }) => url) });
  try {
    const body = requests.bytesOf(requests.agentRequest("openai-chat"));
    const answered = await serve({ proxy, gateways, provider, body });
    await until("the other replica ends", async () => (await gateways[1].stop()) === 0, 100_000);
    return { answered, bytes: [body.length, provider.bodies[0].length] };
  } finally {
    await proxy.close();
    for (const { child } of gateways) child.kill("SIGKILL");
    await redis.kill();
    provider.close();
  }
}

/** As many clients, each with a credential of its own, as make it next to certain that both gateways have some. */
const CLIENTS = 12;
const ROUNDS = 4;

async function serve({ proxy, gateways, provider, body }) {
  const ask = (path, init) => fetch(`${proxy.url}${path}`, { method: "POST", body, ...init });
  const round = async () => {
    for (let client = 0; client < CLIENTS; client++) {
      const headers = { authorization: `Bearer sk-client-${client}`, "x-litellm-user_api_key_hash": "h" };
      const answer = await ask("/openai/v1/chat/completions", { headers });
      await answer.arrayBuffer();
      ensure(answer.status === 200, `status ${answer.status} after ${provider.bodies.length} requests`);
    }
  };
  await round();
  const shares = await Promise.all(gateways.map(answeredBy));
  ensure(!shares.includes(0), `of ${CLIENTS} clients the gateways have ${shares}`);
  await round();
  const after = await Promise.all(gateways.map(answeredBy));
  ensure(
    after.every((count, at) => count === 2 * shares[at]),
    `clients change gateways: ${shares}, then ${after}`,
  );
  gateways[0].child.kill("SIGKILL");
  for (let at = 2; at < ROUNDS; at++) await round();
  ensure(new Set(provider.bodies).size === 1, "the replicas have sent other bytes");
  ensure(provider.bodies[0].length < body.length, "nothing was reduced");
  ensure((await ask("/v1/compress")).status === 401, "rows are reduced without a token");
  const authorized = { headers: { authorization: `Bearer ${TOKEN}` } };
  ensure((await ask("/v1/compress", authorized)).status === 200, "rows are not reduced with the token");
  for (const path of ["/metrics", "/stats"])
    ensure((await fetch(`${proxy.url}${path}`)).status === 404, `${path} is there for everybody`);
  return CLIENTS * ROUNDS;
}

async function answeredBy({ url }) {
  const sum = await readMetrics(url, TOKEN);
  return sum("tamis_requests_total", { status: "200" });
}
