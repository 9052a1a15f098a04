import { useState } from "preact/hooks";
import type { PolicyPoint, SaveAnswer, SaveRequest } from "../../api.js";
import { DataTable, savedMoney } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { ask, toFailure } from "../state/ask.js";
import { go } from "../state/route.js";
import { say } from "../state/say.js";
import { tenths, times } from "../text/format.js";
import { visibleLine } from "../text/visible.js";
import { Scatter } from "./scatter.js";

/** The bill of each policy against what calls still find, with the chosen point. */
export function Policies({ policies, isPriced }: { policies: readonly PolicyPoint[]; isPriced: boolean }) {
  return (
    <section class="card" aria-label="Policies">
      <h2>The bill against what calls still find</h2>
      <Scatter points={policies} />
      <DataTable
        caption="Policies"
        rows={policies}
        keyOf={({ name }) => name}
        columns={[
          {
            title: "Policy",
            cell: ({ name, about, isChosen }) => (
              <span title={visibleLine(about)}>
                <SafeText text={name} most={80} /> {isChosen && <b class="badge good">recommended</b>}
              </span>
            ),
            by: ({ name }) => name,
          },
          { title: "Input bill", number: ({ ratio }) => ratio, show: times(2) },
          { title: "Saved", number: ({ saved }) => (isPriced ? saved : undefined), show: savedMoney },
          { title: "Still found", number: ({ grounding }) => grounding, show: tenths },
          { title: "Sessions made dearer", number: ({ dearer }) => dearer },
          { title: "In use", cell: (policy) => <Use name={policy.name} changes={policy.changes} /> },
        ]}
      />
    </section>
  );
}

/** Saves a policy's settings for all of this machine. */
export function Use({ name, changes }: { name: string; changes: PolicyPoint["changes"] | undefined }) {
  const [isBusy, setBusy] = useState(false);
  if (changes === undefined) return null;
  const use = async () => {
    setBusy(true);
    try {
      const body: SaveRequest = { scope: "global", changes };
      const { lines } = await ask<SaveAnswer>("settings", { body });
      say(lines.length === 0 ? "It was in use already." : `In use: ${lines.join("; ")}`, {
        action: { label: "Settings", run: () => go("settings") },
      });
    } catch (error) {
      say(toFailure(error).message, { isError: true });
    }
    setBusy(false);
  };
  return (
    <button type="button" disabled={isBusy} onClick={use} aria-label={`Use ${visibleLine(name, 60)}`}>
      Use
    </button>
  );
}
