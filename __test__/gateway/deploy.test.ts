// The files of examples/deploy: they can be read, and name what there is.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig } from "../../ts/gateway/index.js";
import { startGateway } from "./start.js";

const files = readdirSync("examples/deploy").map((name) => `examples/deploy/${name}`);
const read = (file: string) => readFileSync(file, "utf8");

describe("the files of a deployment", () => {
  it.each(files.filter((file) => file.endsWith(".yaml")))("%s is YAML without a mistake", (file) => {
    for (const document of parseAllDocuments(read(file)))
      expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  it("have a configuration that the gateway takes, and leave it time to end", () => {
    const { settings } = loadConfig({ config: "examples/deploy/tamis.toml" });
    const { drainDelayMs, drainMs } = settings.gateway;
    const seconds = (file: string, pattern: RegExp) => Number(pattern.exec(read(`examples/deploy/${file}`))?.[1]);
    for (const time of [
      seconds("kubernetes.yaml", /terminationGracePeriodSeconds: (\d+)/),
      seconds("compose.yaml", /stop_grace_period: (\d+)s/),
      seconds("tamis.service", /TimeoutStopSec=(\d+)/),
    ])
      expect(1000 * time).toBeGreaterThan(drainDelayMs + drainMs);
    const variables = [...read("examples/deploy/tamis.toml").matchAll(/_env = "(\w+)"/g)].map(([, name]) => name);
    for (const name of variables) expect(read("examples/deploy/compose.yaml")).toContain(`${name}:`);
  });

  it("ask only for metrics that there are", async () => {
    const { gateway } = await startGateway();
    const metrics = await gateway.metrics();
    const asked = ["alerts.yaml", "grafana.json"].flatMap((file) => [
      ...read(`examples/deploy/${file}`).matchAll(/\btamis_\w+/g),
    ]);
    expect(asked.length).toBeGreaterThan(20);
    for (const [name] of asked) expect(metrics).toContain(`# TYPE ${name.replace(/_bucket$/, "")} `);
  });

  it("show and watch what is left alone", async () => {
    const { gateway } = await startGateway();
    const families = [...(await gateway.metrics()).matchAll(/^# TYPE (tamis_holdout\w*) /gm)];
    expect(families.length).toBe(1);
    const [alerts, board] = ["alerts.yaml", "grafana.json"].map((file) => read(`examples/deploy/${file}`));
    for (const [, name] of families) for (const file of [alerts, board]) expect(file).toContain(`${name}`);
  });

  it("have rules with an expression, a severity and one sentence each, which a comma does not cut", () => {
    const { groups } = parse(read("examples/deploy/alerts.yaml"));
    const rules = groups.flatMap((group: { rules: object[] }) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    for (const rule of rules) {
      expect(Object.keys(rule).filter((key) => key !== "for")).toEqual(["alert", "expr", "labels", "annotations"]);
      expect(rule.labels.severity).toMatch(/^(page|ticket)$/);
      expect(Object.keys(rule.annotations)).toEqual(["summary"]);
      expect(rule.annotations.summary).toMatch(/\.$|\)\.$/);
    }
  });

  it("have a board whose panels have queries and numbers of their own", () => {
    const { panels } = JSON.parse(read("examples/deploy/grafana.json"));
    expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
  });
});
