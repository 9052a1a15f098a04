// What the page is asked to compare may be anything: a wrong member is the sender's mistake, and no defect of the page.
import { expect, it } from "vitest";
import { startPage } from "./start-page.js";

it("compare refuses wrong members", async () => {
  const page = await startPage();
  const pasted = { model: "m", messages: [{ role: "user", content: "hello" }] };
  const { value } = await page.post<{ reduction: { id: string } }>("try?strategy=smart", pasted);
  const { id } = value.reduction;
  // No text can be made of it.
  const odd = { toString: 1 };
  const statuses: [object, number][] = [
    [{}, 404],
    [{ id: odd, strategies: ["smart"] }, 404],
    [{ id, strategies: [odd] }, 422],
    [{ id, strategies: "smart" }, 422],
    [{ id, strategies: ["smart"], mode: 7 }, 422],
    [{ id, strategies: ["smart"], mode: odd }, 422],
    [{ id, strategies: ["smart", "native", "no-such"], mode: null }, 200],
  ];
  for (const [body, status] of statuses)
    expect([JSON.stringify(body), (await page.post("compare", body)).status]).toEqual([JSON.stringify(body), status]);
});
