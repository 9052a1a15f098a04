import type { DashboardAnswer, Percentiles } from "../../api.js";
import { Bars } from "../parts/bars.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { CAUSES } from "../text/causes.js";
import { counted, micros, moment, percent, short, whole } from "../text/format.js";

/** What requests were made of, how long they took, and what went wrong. */
export function Mixes({ data }: { data: DashboardAnswer }) {
  return (
    <section aria-label="In detail" class="cards">
      {data.unread > 0 && <Unread requests={data.unread} />}
      <Stages stages={data.stages} />
      <Condensations condensations={data.condensations} />
      <Tools tools={data.tools} />
      <CacheBreaks breaks={data.cacheBreaks} />
      <Latency latency={data.latency} />
      <Problems problems={data.problems} />
    </section>
  );
}

function Unread({ requests }: { requests: number }) {
  return (
    <p class="warning wide" role="status">
      {counted(requests, "request")} came faster than what they have in them could be read: their tools, and why their
      cache missed, are not in these sums. All other sums have them.
    </p>
  );
}

const STAGES: Record<string, string> = {
  masking: "Masked",
  clipping: "Clipped",
  summarization: "Summarised",
  fallback: "Oldest turns dropped",
  condensation: "Condensed",
  none: "Sent as they came",
};

function Stages({ stages }: { stages: DashboardAnswer["stages"] }) {
  const all = stages.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <div class="card">
      <h2>What was done</h2>
      <Bars
        label="Requests by the last stage that changed them"
        bars={stages.map(({ stage, requests }) => ({
          name: STAGES[stage] ?? stage,
          share: requests / Math.max(1, all),
          text: `${whole(requests)} · ${percent(requests / Math.max(1, all))}`,
        }))}
      />
    </div>
  );
}

function Condensations({ condensations }: { condensations: DashboardAnswer["condensations"] }) {
  return (
    <div class="card">
      <h2>Condensed conversations</h2>
      {condensations.length === 0 ? (
        <p class="dim">No conversation was condensed. Settings say where the strategy acts.</p>
      ) : (
        <Bars
          label="Tokens that condensing removed, by strategy"
          bars={condensations.map(({ provider, requests, tokensBefore, tokensAfter }) => ({
            name: `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`,
            share: 1 - tokensAfter / Math.max(1, tokensBefore),
            text: `${percent(1 - tokensAfter / Math.max(1, tokensBefore))} of ${short(tokensBefore)} tokens`,
            note: `${short(tokensBefore)} → ${short(tokensAfter)} in ${counted(requests, "request")}, before the policy`,
          }))}
        />
      )}
    </div>
  );
}

function Tools({ tools }: { tools: DashboardAnswer["tools"] }) {
  return (
    <div class="card">
      <h2>Removed, by tool</h2>
      {tools.length === 0 ? (
        <p class="dim">No account by tool yet: it comes with requests that pass while this runs.</p>
      ) : (
        <Bars
          label="Share of each tool's results that was removed"
          bars={tools.slice(0, 12).map(({ tool, charsBefore, charsRemoved, results, reduced }) => ({
            name: tool,
            share: charsRemoved / Math.max(1, charsBefore),
            text: `${percent(charsRemoved / Math.max(1, charsBefore))} of ${short(charsBefore)} chars`,
            note: `${whole(reduced)} of ${counted(results, "result")}`,
          }))}
        />
      )}
    </div>
  );
}

function CacheBreaks({ breaks }: { breaks: DashboardAnswer["cacheBreaks"] }) {
  const most = Math.max(1, ...breaks.map(({ lostTokens }) => lostTokens));
  return (
    <div class="card">
      <h2>Why the cache missed</h2>
      {breaks.length === 0 ? (
        <p class="dim">No miss is known. Causes are noted for requests that pass while a page is served.</p>
      ) : (
        <Bars
          label="Causes of missed cache reads"
          bars={breaks.map(({ cause, requests, lostTokens }) => ({
            name: CAUSES[cause],
            share: lostTokens / most,
            text: `${short(lostTokens)} tokens · ${counted(requests, "request")}`,
          }))}
        />
      )}
    </div>
  );
}

function Latency({ latency }: { latency: DashboardAnswer["latency"] }) {
  const milliseconds = (value: number) => micros(value * 1000);
  const rows = [
    { name: "Reducing", times: latency.reduceMicros, show: micros },
    { name: "First byte", times: latency.firstByteMs, show: milliseconds },
    { name: "Whole answer", times: latency.totalMs, show: milliseconds },
  ].filter((row): row is typeof row & { times: Percentiles } => row.times !== undefined);
  return (
    <div class="card">
      <h2>Time</h2>
      {rows.length === 0 ? (
        <p class="dim">No times yet: they come with requests that pass while this runs.</p>
      ) : (
        <DataTable
          caption="Times of requests"
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { title: "Of", cell: ({ name }) => name },
            { title: "half", cell: ({ times, show }) => show(times.p50), isNumber: true },
            { title: "90 %", cell: ({ times, show }) => show(times.p90), isNumber: true },
            { title: "99 %", cell: ({ times, show }) => show(times.p99), isNumber: true },
            { title: "most", cell: ({ times, show }) => show(times.most), isNumber: true },
          ]}
        />
      )}
    </div>
  );
}

function Problems({ problems }: { problems: DashboardAnswer["problems"] }) {
  return (
    <div class="card">
      <h2>Refused, or sent as they came</h2>
      {problems.length === 0 ? (
        <p class="dim">Nothing was refused, and everything could be read.</p>
      ) : (
        <DataTable
          caption="Problems"
          rows={problems}
          keyOf={({ kind, reason }) => `${kind} ${reason}`}
          columns={[
            {
              title: "Reason",
              cell: ({ kind, reason }) => (
                <>
                  <SafeText text={reason} most={80} />
                  <br />
                  <small class="dim">{kind === "refused" ? "refused" : "sent as it came"}</small>
                </>
              ),
              by: ({ reason }) => reason,
            },
            { title: "Requests", number: ({ requests }) => requests },
            { title: "Last", number: ({ lastAt }) => lastAt, show: moment },
          ]}
        />
      )}
    </div>
  );
}
