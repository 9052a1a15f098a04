import type { TunedPoint, TuneResult } from "../../api.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { Problems } from "../sessions/sessions.js";
import { counted, moment, percent, tenths, times, whole } from "../text/format.js";
import { tuningCsv } from "./csv.js";
import { Use } from "./policies.js";
import { Scatter } from "./scatter.js";
import { useWork, WorkButtons, WorkState } from "./work.js";

/** A policy for one's own sessions, searched and checked by the server. */
export function Tuning() {
  const work = useWork<TuneResult>("tune");
  const none = (
    <p class="dim">
      Replays the sessions under many policies, searches the one that costs least and keeps what calls name, and checks
      it on sessions that the search did not see. It takes minutes, and begins when you ask for it.
    </p>
  );
  return (
    <section class="card" aria-label="Tuning">
      <div class="card-head">
        <h2>A policy for these sessions</h2>
        <WorkButtons work={work} name="tamis-tune" about="Tuning" verb="Tune" csv={tuningCsv} />
      </div>
      <WorkState work={work} what="of the search is done" none={none}>
        {(result) => <Found result={result} />}
      </WorkState>
    </section>
  );
}

function Found({ result }: { result: TuneResult }) {
  const { policies, front, sessions, trials, minGrounding, at } = result;
  return (
    <>
      <p>{verdictOf(result)}</p>
      <p class="dim">
        {counted(trials, "policy", "policies")} replayed on {counted(sessions.seen, "session")}, checked on{" "}
        {whole(sessions.aside)} others; at least {percent(minGrounding)} of what calls name was to stay; searched{" "}
        {moment(at)}
      </p>
      <Problems problems={result.problems} />
      <Scatter points={policies} front={front} />
      <Table policies={policies} />
    </>
  );
}

function verdictOf({ beatsDefault, nearest }: TuneResult): string {
  const near = `The nearest preset is ${nearest.preset}${nearest.settings === 0 ? ", which is the same" : ` (${counted(nearest.settings, "setting")} differ)`}.`;
  if (beatsDefault === undefined) return `There are no sessions to check the tuned policy on. ${near}`;
  const verdict = beatsDefault ? "beats the default" : "does not beat the default: keep the default";
  return `On sessions that the search did not see the tuned policy ${verdict}. ${near}`;
}

function Table({ policies }: { policies: readonly TunedPoint[] }) {
  return (
    <DataTable
      caption="Tuned policy, default and presets"
      rows={policies}
      keyOf={({ name }) => name}
      columns={[
        {
          title: "Policy",
          cell: ({ name, isChosen }) => (
            <>
              <SafeText text={name} most={80} /> {isChosen && <b class="badge good">chosen</b>}
            </>
          ),
          by: ({ name }) => name,
        },
        { title: "Input bill", number: ({ ratio }) => ratio, show: times(3) },
        { title: "Still found", number: ({ grounding }) => grounding, show: tenths },
        { title: "Bill, unseen sessions", number: ({ aside }) => aside?.ratio, show: times(3) },
        { title: "Still found, unseen", number: ({ aside }) => aside?.grounding, show: tenths },
        { title: "In use", cell: ({ name, changes }) => <Use name={name} changes={changes} /> },
      ]}
    />
  );
}
