// A short record keeps its values: a model needs them again, and cannot tell which.
import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";
import { writeCalls } from "../support/called.js";

const RECORD = {
  name: { first_name: "Ivan", last_name: "Muller" },
  address: { address1: "Park Avenue", city: "Phoenix", country: "USA", province: "Arizona", state: "AZ" },
  dob: "1986-03-14",
  payment_methods: { pay_9659780: { source: "credit_card", brand: "visa", last_four: "5018" } },
  saved_passengers: [{ first_name: "Aarav", last_name: "Sanchez", dob: "1968-04-25" }],
  membership: "silver",
  description: "member since the first year, no complaints so far, prefers mail to calls, may be asked for reviews",
  reservations: ["UM3OG5", "5RJ7UH", "FQ8APE", "QKRY03"],
};
const VALUES = ["1986-03-14", "1968-04-25", "pay_9659780", "UM3OG5", "5RJ7UH", "FQ8APE", "QKRY03"];

const placeholderOf = (result: string): string => {
  const others = Array.from({ length: 6 }, (_, at) => ({ tool: "lookup", args: { at }, result: "found nothing" }));
  const calls = [{ tool: "get_user_details", args: { user: "x" }, result }, ...others];
  const body = Buffer.from(JSON.stringify(writeCalls("openai-chat", { prompt: "go", calls })));
  const sent = reduceBody(body, { cache: { strategy: "every-turn" } }).body;
  const { messages } = JSON.parse(new TextDecoder().decode(sent)) as { messages: { role: string; content: string }[] };
  return messages.find(({ role }) => role === "tool")?.content ?? "";
};

describe("the placeholder of a record", () => {
  it("has all values of a short one, in at most three tenths of it", () => {
    const record = JSON.stringify(RECORD);
    const text = placeholderOf(record);
    expect(VALUES.filter((value) => !text.includes(value))).toEqual([]);
    expect(text.length).toBeLessThan(record.length * 0.3 + 60);
  });

  it("has the policy's share of a long one", () => {
    const long = JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ ...RECORD, id: `user_${at * 731}` })));
    expect(placeholderOf(long).length).toBeLessThan(1_700);
  });
});
