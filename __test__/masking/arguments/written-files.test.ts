import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resolvePolicy } from "../../../ts/policy/policy.js";
import { bothBackends } from "../../support/native.js";
import { written } from "../../support/written.js";

const file = join(process.env.TAMIS_SHARED ?? "", "cases/21-old-write-arguments/request.json");
const isThere = process.env.TAMIS_SHARED !== undefined && existsSync(file);
const policy = resolvePolicy(
  written({
    mask: { windowTurns: 2 },
    args: { tools: ["Write"] },
    cache: { strategy: "every-turn" },
  }),
);

it.runIf(isThere).each(bothBackends())(
  "files that were written long ago become their first lines (%s)",
  (_, backend) => {
    const body = readFileSync(file);
    const { body: out, report } = backend.reduceBody(body, policy, {});
    expect(report.shortenedArgsCount).toBeGreaterThan(0);
    expect(out.length).toBeLessThan(body.length / 2);
    const [before, after] = [body, out].map((bytes) => JSON.parse(Buffer.from(bytes).toString()).messages);
    const inputs = (messages: { content: { input?: { file_path: string } }[] | string }[]) =>
      messages.flatMap(({ content }) =>
        typeof content === "string" ? [] : content.flatMap(({ input }) => input ?? []),
      );
    expect(inputs(after).map(({ file_path: path }) => path)).toEqual(inputs(before).map(({ file_path: path }) => path));
  },
);

it.runIf(!isThere)("needs TAMIS_SHARED for the recorded case: not checked", () => {});
