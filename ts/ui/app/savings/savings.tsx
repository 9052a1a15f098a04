import { useState } from "preact/hooks";
import type { SavingsResult, SavingsRow } from "../../api.js";
import { Bars } from "../parts/bars.js";
import { Choice } from "../parts/choice.js";
import { DataTable, savedMoney } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { Empty } from "../parts/states.js";
import { Problems } from "../sessions/sessions.js";
import { info } from "../state/info.js";
import { counted, moment, money, percent } from "../text/format.js";
import { visibleLine } from "../text/visible.js";
import { savingsCsv } from "./csv.js";
import { Policies } from "./policies.js";
import { Tuning } from "./tuning.js";
import { useWork, WorkButtons, WorkState } from "./work.js";

/** What each policy would have saved, over the agents' own logs. */
export function SavingsView() {
  const work = useWork<SavingsResult>("savings");
  return (
    <>
      <div class="bar-above">
        <h1>Savings</h1>
        <WorkButtons work={work} name="tamis-savings" about="Savings" verb="Calculate" csv={savingsCsv} isMain={true} />
      </div>
      <WorkState work={work} what="of the sessions are replayed" none={<None />}>
        {(result) => <Result result={result} />}
      </WorkState>
      <Tuning />
    </>
  );
}

function None() {
  const sources = info.value?.sources ?? [];
  return (
    <Empty title="What would it have saved?">
      <p>
        Tamis reads the logs that coding agents keep, adds up what their sessions cost, and replays each under several
        policies. Nothing is sent anywhere and no model is called. It takes a few seconds for each hundred sessions.
      </p>
      {sources.length > 0 && (
        <p class="dim">
          Read from: <SafeText text={sources.join(", ")} most={600} />
        </p>
      )}
    </Empty>
  );
}

const BY = [
  { value: "byDay", label: "Day" },
  { value: "byProject", label: "Project" },
  { value: "byAgent", label: "Agent" },
  { value: "byModel", label: "Model" },
  { value: "bySession", label: "Session" },
] as const;

function Result({ result }: { result: SavingsResult }) {
  const [by, setBy] = useState<(typeof BY)[number]["value"]>("byDay");
  const { dollars, recommendation, logins } = result;
  return (
    <div class="dashboard">
      <section class="headline" aria-label="In one sentence">
        <p class="sentence">{sentenceOf(result)}</p>
        <p class="verdict">
          <SafeText text={recommendation.reason} most={600} />
        </p>
        <p class="dim">
          {counted(result.requests, "request")} of {counted(result.sessions, "session")}, calculated {moment(result.at)}
          {result.unpriced.length > 0 &&
            `; without a price: ${visibleLine(result.unpriced.slice(0, 5).join(", "), 200)}`}
          {logins > 0 && `; ${counted(logins, "request")} of a login, which has limits and no bill`}
        </p>
      </section>
      <Problems problems={result.problems} />
      <Policies policies={result.policies} isPriced={hasDollars(result)} />
      {hasDollars(result) && (
        <section class="cards" aria-label="What was paid for">
          <Bought dollars={dollars} />
          <Content content={result.content} />
        </section>
      )}
      <section class="card" aria-label="Paid and saved, by group">
        <div class="card-head">
          <h2>Paid, by</h2>
          <Choice label="Group by" name="savings-by" value={by} choices={BY} onChoose={setBy} />
        </div>
        <Rows title={BY.find(({ value }) => value === by)?.label ?? ""} rows={result[by]} />
      </section>
    </div>
  );
}

/** Whether any price is known: else every dollar shown would be a 0 that nobody knows. */
const hasDollars = ({ dollars, unpriced, logins }: SavingsResult): boolean =>
  dollars.total > 0 || (unpriced.length === 0 && logins === 0);

/** Without a known price, or with a login, there is the input bill's share alone. */
function sentenceOf(result: SavingsResult): string {
  const { dollars, policies, recommendation } = result;
  const { policy, saved } = recommendation;
  if (hasDollars(result))
    return policy === undefined
      ? `${money(dollars.total)} paid; no policy is recommended`
      : `${money(saved)} of ${money(dollars.total)} could have been saved`;
  const chosen = policies.find(({ isChosen }) => isChosen);
  return chosen === undefined
    ? "No policy is recommended"
    : `The input bill could have been ${percent(chosen.ratio)} of what it was`;
}

function Bought({ dollars }: { dollars: SavingsResult["dollars"] }) {
  const parts: [string, number][] = [
    ["Cache reads", dollars.cacheRead],
    ["Cache writes", dollars.cacheWrite],
    ["Fresh input", dollars.fresh],
    ["Output", dollars.output],
  ];
  return <Money title="What was bought" parts={parts} />;
}

function Content({ content }: { content: SavingsResult["content"] }) {
  return <Money title="What the input was made of" parts={Object.entries(content).sort(([, a], [, b]) => b - a)} />;
}

function Money({ title, parts }: { title: string; parts: readonly (readonly [string, number])[] }) {
  const total = Math.max(
    1e-9,
    parts.reduce((sum, [, dollars]) => sum + dollars, 0),
  );
  return (
    <div class="card">
      <h2>{title}</h2>
      <Bars
        label={title}
        bars={parts.map(([name, dollars]) => ({
          name,
          share: dollars / total,
          text: `${money(dollars)} · ${percent(dollars / total)}`,
        }))}
      />
    </div>
  );
}

const isUnpriced = ({ requests, unpriced }: SavingsRow): boolean => unpriced > 0 && unpriced >= requests;

function Rows({ title, rows }: { title: string; rows: readonly SavingsRow[] }) {
  return (
    <DataTable
      caption={`Paid and saved by ${title.toLowerCase()}`}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title, text: ({ key }) => key, most: 160 },
        { title: "Sessions", number: ({ sessions }) => sessions },
        { title: "Requests", number: ({ requests }) => requests },
        { title: "Paid", number: (row) => (isUnpriced(row) ? undefined : row.dollars), show: money },
        { title: "Would be saved", number: (row) => (isUnpriced(row) ? undefined : row.saved), show: savedMoney },
      ]}
    />
  );
}
