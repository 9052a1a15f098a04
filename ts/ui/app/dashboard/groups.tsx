import { useState } from "preact/hooks";
import type { DashboardAnswer, DashboardGroup } from "../../api.js";
import { Choice } from "../parts/choice.js";
import { DataTable, savedMoney } from "../parts/data-table.js";
import { money, percent, short } from "../text/format.js";

const BY = [
  { value: "byModel", label: "Model" },
  { value: "byPolicy", label: "Policy" },
  { value: "byAgent", label: "Agent" },
  { value: "byProject", label: "Project" },
] as const;

/** The bill by model, policy, agent or project. */
export function Groups({ data }: { data: DashboardAnswer }) {
  const [by, setBy] = useState<(typeof BY)[number]["value"]>("byModel");
  const title = BY.find(({ value }) => value === by)?.label ?? "";
  return (
    <section class="card" aria-label="The bill by group">
      <div class="card-head">
        <h2>The bill by</h2>
        <Choice label="Group by" name="group" value={by} choices={BY} onChoose={setBy} />
      </div>
      {data[by].length === 0 ? (
        <p class="dim">No request of this time names its {title.toLowerCase()}.</p>
      ) : (
        <GroupTable title={title} rows={data[by]} />
      )}
    </section>
  );
}

function GroupTable({ title, rows }: { title: string; rows: readonly DashboardGroup[] }) {
  return (
    <DataTable
      caption={`The bill by ${title.toLowerCase()}`}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title, text: ({ key }) => key, most: 120 },
        { title: "Requests", number: ({ requests }) => requests },
        { title: "Bill", number: ({ cost }) => cost, show: money },
        { title: "Without", number: ({ costWithout }) => costWithout, show: money },
        { title: "Saved", number: ({ saved }) => saved, show: savedMoney },
        {
          title: "Tokens",
          cell: ({ tokensBefore, tokensAfter }) => `${short(tokensBefore)} → ${short(tokensAfter)}`,
          by: ({ tokensBefore }) => tokensBefore,
          isNumber: true,
        },
        { title: "Cache hits", number: ({ hitRate }) => hitRate, show: percent },
        { title: "Moves", number: ({ moves }) => moves },
      ]}
    />
  );
}
