import { useEffect, useRef, useState } from "preact/hooks";
import type { DashboardAnswer } from "../../api.js";
import { Choice, Filter } from "../parts/choice.js";
import { download } from "../parts/download.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer, Empty } from "../parts/states.js";
import { OwnLogs } from "../sessions/own-logs.js";
import { onEvent } from "../state/events.js";
import { info } from "../state/info.js";
import { type Asked, useAsk } from "../state/use-ask.js";
import { percent } from "../text/format.js";
import { Groups } from "./groups.js";
import { Holdout } from "./holdout.js";
import { Mixes } from "./mixes.js";
import { Series } from "./series.js";
import { Tiles } from "./tiles.js";

const SPANS = [
  { value: "today", label: "Today" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "all", label: "All" },
] as const;
type Span = (typeof SPANS)[number]["value"];

const DAY_MS = 86_400_000;
/** A change in the list of requests is in the sums after this, and after ten times as long as they took last. */
const RENEW_MS = 3_000;
const REST_TIMES = 10;

function beginOf(span: Span): number {
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (span === "all") return 0;
  return span === "today" ? midnight : midnight - (Number(span) - 1) * DAY_MS;
}

/** What was paid, and what it would have been. */
export function Dashboard() {
  const [span, setSpan] = useState<Span>("today");
  const [filters, setFilters] = useState({ model: "", policy: "", agent: "" });
  const query = { from: beginOf(span), ...filters };
  const asked = useAsk<DashboardAnswer>("dashboard", query);
  useRenewal(asked);
  const { choices } = asked.data ?? { choices: { models: [], policies: [], agents: [] } };
  const set = (name: keyof typeof filters) => (value: string) => setFilters({ ...filters, [name]: value });
  return (
    <>
      <div class="bar-above">
        <h1 class="unseen">Dashboard</h1>
        <Choice label="Time" name="span" value={span} choices={SPANS} onChoose={setSpan} />
        <Filter label="Model" value={filters.model} choices={choices.models} onChoose={set("model")} />
        <Filter label="Policy" value={filters.policy} choices={choices.policies} onChoose={set("policy")} />
        <Filter label="Agent" value={filters.agent} choices={choices.agents} onChoose={set("agent")} />
        <span class="push" />
        <Exports query={query} />
      </div>
      <Answer asked={asked} label="Adding up">
        {(data) => <Sums data={data} />}
      </Answer>
    </>
  );
}

/** Asks again after new requests, once the answer before is there: long sums are not asked for one over the other. */
function useRenewal({ isLoading, reload }: Asked<DashboardAnswer>): void {
  const { current: last } = useRef({ askedAt: 0, tookMs: 0, isStale: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      if (isLoading) last.isStale = true;
      else timer ??= setTimeout(reload, Math.max(RENEW_MS, REST_TIMES * last.tookMs));
    };
    if (isLoading) last.askedAt = Date.now();
    else {
      last.tookMs = Date.now() - last.askedAt;
      if (last.isStale) renew();
      last.isStale = false;
    }
    const end = onEvent(({ event }) => {
      if (event === "request") renew();
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isLoading, reload, last]);
}

function Exports({ query }: { query: Record<string, string | number> }) {
  const save = (format: string) => download("dashboard/export", { format, ...query }, `tamis-requests.${format}`);
  return (
    <span class="buttons">
      <button type="button" onClick={() => save("csv")}>
        CSV
      </button>
      <button type="button" onClick={() => save("json")}>
        JSON
      </button>
    </span>
  );
}

function Sums({ data }: { data: DashboardAnswer }) {
  if (data.total.requests === 0) return <NoRequests />;
  return (
    <div class="dashboard">
      <Headline data={data} />
      <Tiles total={data.total} limits={data.limits} />
      <Series data={data} />
      <Mixes data={data} />
      <Groups data={data} />
      <Holdout />
    </div>
  );
}

function Headline({ data: { headline, total } }: { data: DashboardAnswer }) {
  const share = total.saved !== undefined && total.costWithout ? total.saved / total.costWithout : undefined;
  return (
    <section class="headline" aria-label="In one sentence">
      <p class="sentence">
        <SafeText text={headline} most={300} />
      </p>
      {share !== undefined && (
        <p class={share < 0 ? "verdict worse" : "verdict"}>
          {share < 0 ? `${percent(-share, 1)} more than without Tamis` : `${percent(share, 1)} less than without Tamis`}
          {total.cacheDiscount !== undefined && " · the cache's own discount is not counted"}
        </p>
      )}
    </section>
  );
}

function NoRequests() {
  const ledger = info.value?.ledger;
  return (
    <>
      <Empty title="No requests in this time">
        <p>
          Requests that pass through <code>tamis gateway</code> or <code>tamis claude</code> are added up here. Choose a
          longer time above, if there were some before.
        </p>
        {ledger?.problem !== undefined && (
          <p class="warning">
            <SafeText text={ledger.problem} most={500} />
          </p>
        )}
      </Empty>
      <OwnLogs />
    </>
  );
}
