import type { Registry } from "prom-client";
import Counter from "prom-client/lib/counter.js";

/** Sums by the value of the first label, below it by that of the next. */
interface Branch {
  value: number;
  branches: Map<string, Branch> | undefined;
}

/**
 * A counter of Prometheus that is brought up to date when it is read. A request counts a dozen things, and to Prometheus's own
 * counters each of them takes several times as long as to a map.
 */
export class QuickCounter {
  readonly #root: Branch = { value: 0, branches: undefined };

  constructor(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
    const root = this.#root;
    new Counter({
      ...{ name, help, labelNames: [...labelNames], registers: [registry] },
      collect() {
        const tell = (branch: Branch, values: readonly string[]): void => {
          if (values.length === labelNames.length)
            this.inc(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ""])), branch.value);
          for (const [value, inner] of branch.branches ?? []) tell(inner, [...values, value]);
          branch.value = 0;
        };
        tell(root, []);
      },
    });
  }

  /** @param labels Values in the order of the names. @param amount A counter only grows: what is below 0 or no number adds 0 */
  add(labels: readonly string[], amount = 1): void {
    let branch = this.#root;
    for (let at = 0; at < labels.length; at++) branch = below(branch, labels[at] as string);
    if (amount > 0 && Number.isFinite(amount)) branch.value += amount;
  }
}

function below(branch: Branch, value: string): Branch {
  branch.branches ??= new Map();
  let found = branch.branches.get(value);
  if (found === undefined) {
    found = { value: 0, branches: undefined };
    branch.branches.set(value, found);
  }
  return found;
}
