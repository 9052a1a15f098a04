import type { SessionsAnswer } from "../../api.js";
import { Waiting } from "../parts/states.js";
import { hrefOf } from "../state/route.js";
import { useAsk } from "../state/use-ask.js";
import { counted } from "../text/format.js";
import { SessionTable } from "./sessions.js";

/** The sessions in the agents' own logs, where nothing has passed through Tamis yet. Nothing where there are none. */
export function OwnLogs() {
  const { data, failure } = useAsk<SessionsAnswer>("sessions", { source: "logs" });
  if (data === undefined) return failure === undefined ? <Waiting label="Reading your agents' logs" /> : null;
  const { sessions } = data;
  if (sessions.length === 0) return null;
  return (
    <section class="card own-logs" aria-labelledby="own-logs">
      <h2 id="own-logs">Your agents' own logs: {counted(sessions.length, "session")}</h2>
      <p>
        Open one turn by turn, or <a href={hrefOf("savings")}>calculate what Tamis would have saved</a>.
      </p>
      <SessionTable sessions={sessions} />
    </section>
  );
}
