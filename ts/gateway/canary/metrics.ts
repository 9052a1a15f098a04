import type { Registry } from "prom-client";
import Gauge from "prom-client/lib/gauge.js";
import type { Canary } from "./canary.js";

/** Prometheus metrics of canaries, read when they are asked for. Labels are names of the configuration. */
export function addCanaryMetrics(registry: Registry, canary: Canary, isOff: () => boolean): void {
  const registers = [registry];
  const gauge = <const T extends string>(name: string, help: string, labelNames: readonly T[], set: Setter<T>) =>
    new Gauge({
      ...{ name, help, registers, labelNames: [...labelNames] },
      collect() {
        this.reset();
        set((labels, value) => this.set(labels, value));
      },
    });
  gauge("tamis_switched_off", "1 while an administrator has switched reducing off", [], (put) =>
    put({}, isOff() ? 1 : 0),
  );
  gauge("tamis_canary_stopped", "1 where a canary is stopped, by rule and reason", ["rule", "reason"], (put) => {
    for (const { rule, stopped } of canary.shown()) put({ rule, reason: stopped ?? "none" }, stopped === null ? 0 : 1);
  });
  gauge("tamis_canary_count", "What was counted of a rule's groups", ["rule", "group", "what"], (put) => {
    for (const { rule, groups } of canary.shown())
      for (const [group, counts] of Object.entries(groups))
        for (const [what, value] of Object.entries(counts)) put({ rule, group, what: snake(what) }, value);
  });
}

type Setter<T extends string> = (put: (labels: Partial<Record<T, string>>, value: number) => void) => void;

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
