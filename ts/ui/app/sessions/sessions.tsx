import { useState } from "preact/hooks";
import type { SessionRow, SessionsAnswer } from "../../api.js";
import { Choice } from "../parts/choice.js";
import { DataTable, savedMoney } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer, Empty } from "../parts/states.js";
import { info, infoFailure } from "../state/info.js";
import { hrefOf, route } from "../state/route.js";
import { useAsk } from "../state/use-ask.js";
import { moment, money, whole } from "../text/format.js";
import { visibleLine } from "../text/visible.js";
import { Session } from "./session.js";

const SOURCES = [
  { value: "ledger", label: "Through Tamis" },
  { value: "logs", label: "Agents' own logs" },
] as const;

/** Conversations, and one of them turn by turn. */
export function Sessions() {
  const [id] = route.value.rest;
  return id === undefined ? <SessionList /> : <Session key={id} id={id} />;
}

function SessionList() {
  const [chosen, setSource] = useState<(typeof SOURCES)[number]["value"]>();
  // Over files there may be no ledger; what was named are logs.
  const source = chosen ?? (info.value?.surface === "ui" ? "logs" : "ledger");
  const isKnown = info.value !== undefined || infoFailure.value !== undefined;
  const asked = useAsk<SessionsAnswer>(isKnown ? "sessions" : undefined, { source });
  return (
    <>
      <div class="bar-above">
        <h1>Sessions</h1>
        <Choice label="Where from" name="source" value={source} choices={SOURCES} onChoose={setSource} />
      </div>
      <Answer asked={asked} label="Loading sessions">
        {({ sessions, problems }) => (
          <>
            <Problems problems={problems} />
            {sessions.length === 0 ? (
              <Empty title="No sessions">
                <p>
                  {source === "ledger"
                    ? "No conversation has passed through Tamis yet."
                    : "No log of an agent was found. Name a folder: tamis ui FOLDER."}
                </p>
              </Empty>
            ) : (
              <SessionTable sessions={sessions} />
            )}
          </>
        )}
      </Answer>
    </>
  );
}

/** Files that could not be read, folded. */
export function Problems({ problems }: { problems: SessionsAnswer["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <details class="warning">
      <summary>{whole(problems.length)} could not be read</summary>
      <ul>
        {problems.slice(0, 200).map(({ path, message }) => (
          <li key={path}>
            <code>
              <SafeText text={path} most={300} />
            </code>{" "}
            <SafeText text={message} most={400} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A log is called by its file; the whole path is its title. */
const shortName = (name: string): string => name.replace(/^.*[\\/](?=[^\\/])/, "").replace(/\.jsonl?(?=$| )/, "");

/** Sessions as a table; each opens turn by turn. */
export function SessionTable({ sessions }: { sessions: readonly SessionRow[] }) {
  return (
    <DataTable
      caption="Sessions"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Session",
          cell: ({ id, name }) => (
            <a href={hrefOf("sessions", id)} title={visibleLine(name, 400)}>
              <SafeText text={shortName(name)} most={60} />
            </a>
          ),
          by: ({ name }) => name,
        },
        { title: "Agent", text: ({ agent }) => agent, most: 40 },
        { title: "Project", text: ({ project }) => project, most: 80 },
        { title: "Model", text: ({ model }) => model, most: 60 },
        { title: "Began", number: ({ startedAt }) => startedAt, show: moment },
        { title: "Requests", number: ({ requests }) => requests },
        { title: "Paid", number: ({ cost }) => cost, show: money },
        // Logs do not know what would have been saved.
        ...(sessions.some(({ saved }) => saved !== undefined)
          ? [{ title: "Saved", number: ({ saved }: SessionRow) => saved, show: savedMoney }]
          : []),
      ]}
    />
  );
}
