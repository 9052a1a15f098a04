import { useState } from "preact/hooks";
import type { DashboardAnswer, DashboardGroup } from "../../api.js";
import { Choice } from "../parts/choice.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { money, percent, short, whole } from "../text/format.js";

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
        { title, cell: ({ key }) => <SafeText text={key} most={120} />, by: ({ key }) => key },
        { title: "Requests", cell: ({ requests }) => whole(requests), by: ({ requests }) => requests, isNumber: true },
        { title: "Bill", cell: ({ cost }) => money(cost), by: ({ cost }) => cost ?? -1, isNumber: true },
        {
          title: "Without",
          cell: ({ costWithout }) => money(costWithout),
          by: ({ costWithout }) => costWithout ?? -1,
          isNumber: true,
        },
        {
          title: "Saved",
          cell: ({ saved }) => <span class={(saved ?? 0) < 0 ? "bad" : ""}>{money(saved)}</span>,
          by: ({ saved }) => saved ?? 0,
          isNumber: true,
        },
        {
          title: "Tokens",
          cell: ({ tokensBefore, tokensAfter }) => `${short(tokensBefore)} → ${short(tokensAfter)}`,
          by: ({ tokensBefore }) => tokensBefore,
          isNumber: true,
        },
        {
          title: "Cache hits",
          cell: ({ hitRate }) => percent(hitRate),
          by: ({ hitRate }) => hitRate ?? -1,
          isNumber: true,
        },
        { title: "Moves", cell: ({ moves }) => whole(moves), by: ({ moves }) => moves, isNumber: true },
      ]}
    />
  );
}
