import type { MigrateRequest, MigrationState, SaveAnswer, SettingsAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { ask, toFailure } from "../state/ask.js";
import { say } from "../state/say.js";
import { tell } from "./drafts.js";

/** What older settings say, what does not count, and the way to the newer form. */
export function Notices({ settings, set }: { settings: SettingsAnswer; set: (settings: SettingsAnswer) => void }) {
  const { notices, migration = [] } = settings;
  return (
    <>
      {migration.map((state) => (
        <Migration key={state.scope} state={state} set={set} />
      ))}
      {notices.length > 0 && (
        <section class="notice" aria-label="Notes about the settings">
          <ul>
            {notices.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>
                  <SafeText text={path} most={120} />
                </code>{" "}
                <SafeText text={message} most={500} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Migration({ state, set }: { state: MigrationState; set: (settings: SettingsAnswer) => void }) {
  const migrate = async () => {
    try {
      const answer = await ask<SaveAnswer>("settings/migrate", {
        body: { scope: state.scope } satisfies MigrateRequest,
      });
      set(answer.settings);
      tell(answer, set);
    } catch (error) {
      say(toFailure(error).message, { isError: true });
    }
  };
  return (
    <section class="notice" aria-label="Settings in an older form">
      <h2>These settings are in an older form</h2>
      <p>
        They work as they are. Writing them in the new form changes{" "}
        <code>{<SafeText text={state.file} most={300} />}</code>; the old file is kept as{" "}
        <code>{<SafeText text={state.backup} most={300} />}</code>.
      </p>
      <ul class="lines">
        {state.lines.map((line) => (
          <li key={line}>
            <code>
              <SafeText text={line} most={300} />
            </code>
          </li>
        ))}
      </ul>
      <button type="button" class="main" onClick={migrate}>
        Write the new form
      </button>
    </section>
  );
}
