import { useEffect, useMemo, useState } from "preact/hooks";
import type { RequestRow } from "../../api.js";
import { Choice } from "../parts/choice.js";
import { Empty, Failed, Waiting } from "../parts/states.js";
import { OwnLogs } from "../sessions/own-logs.js";
import { epoch } from "../state/events.js";
import { info } from "../state/info.js";
import { loadRequests, requests } from "../state/requests.js";
import { go, hrefOf, route } from "../state/route.js";
import { whole } from "../text/format.js";
import { Detail } from "./detail.js";
import { RequestTable } from "./request-table.js";

const SHOWN = [
  { value: "all", label: "All" },
  { value: "reduced", label: "Reduced" },
  { value: "moved", label: "Moves" },
  { value: "problem", label: "Problems" },
] as const;
type Shown = (typeof SHOWN)[number]["value"];

const TESTS: Record<Shown, (row: RequestRow) => boolean> = {
  all: () => true,
  reduced: ({ tokensBefore, tokensAfter }) => tokensAfter < tokensBefore,
  moved: ({ moved }) => moved,
  problem: ({ refused, skipped }) => refused !== undefined || skipped !== undefined,
};

/** The list of requests, and the one that is open. */
export function Reductions() {
  const [id] = route.value.rest;
  const since = epoch.value;
  useEffect(() => {
    void loadRequests();
  }, [since]);
  return (
    <div class={id === undefined ? "reductions" : "reductions has-detail"}>
      <h1 class="unseen">Reductions</h1>
      <List chosen={id} />
      {id !== undefined && <Detail key={id} id={id} />}
    </div>
  );
}

function List({ chosen }: { chosen: string | undefined }) {
  const [shown, setShown] = useState<Shown>("all");
  const [words, setWords] = useState("");
  const { rows, total, isLoading, failure } = requests.value;
  const found = useMemo(() => filtered(rows, shown, words), [rows, shown, words]);
  return (
    <section class="list" aria-label="Requests">
      <div class="bar-above">
        <Choice label="Show" name="shown" value={shown} choices={SHOWN} onChoose={setShown} />
        <input
          type="search"
          aria-label="Find by model, protocol, session, agent or reason"
          placeholder="Find…"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <p class="dim" role="status">
          {found.length === rows.length ? whole(found.length) : `${whole(found.length)} of ${whole(rows.length)}`}
          {total > rows.length && ` (of ${whole(total)})`}
          {isLoading && rows.length > 0 && ", loading"}
        </p>
      </div>
      {failure !== undefined && <Failed failure={failure} retry={() => void loadRequests()} />}
      {rows.length === 0 ? (
        isLoading ? (
          <Waiting label="Loading requests" />
        ) : (
          failure === undefined && <NoRows />
        )
      ) : found.length === 0 ? (
        <Empty title="None of the requests is so">
          <p>Show all, or search for something else.</p>
        </Empty>
      ) : (
        <RequestTable rows={found} chosen={chosen} onOpen={(row) => go("reductions", row.id)} />
      )}
    </section>
  );
}

function NoRows() {
  const isFiles = info.value?.surface === "ui";
  return (
    <>
      <Empty title="No requests yet">
        <p>
          {isFiles
            ? "This page shows files; requests pass through a gateway. Start one, or an agent with one, and they appear here as they pass:"
            : "Requests appear here as they pass. Point an agent at this gateway, or start one with:"}
        </p>
        <p>
          <code>tamis claude</code> or <code>tamis gateway</code>
        </p>
        <p>
          Or <a href={hrefOf("try")}>try a request of your own</a>.
        </p>
      </Empty>
      <OwnLogs />
    </>
  );
}

function filtered(rows: readonly RequestRow[], shown: Shown, words: string): readonly RequestRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return shown === "all" ? rows : rows.filter(TESTS[shown]);
  return rows.filter((row) => {
    if (!TESTS[shown](row)) return false;
    const text = [
      row.model,
      row.wire,
      row.session,
      row.agent,
      row.policy,
      row.stage,
      row.skipped,
      row.refused,
      row.why,
      row.condensed && "condensed",
    ]
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
