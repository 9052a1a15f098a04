import { expect, it } from "vitest";
import { compileLess } from "../../ts/cli/shared/less-compiling.js";

it("sets flags only where V8 knows them: it writes a message for others", () => {
  const set: string[] = [];
  compileLess("12.4.254.21-node.33", (flag) => set.push(flag));
  expect(set).toEqual([]);
  compileLess("11.3.244.8-node.33", (flag) => set.push(flag));
  expect(set).toContain("--interrupt-budget=600000");
});
