import { useEffect } from "preact/hooks";
import type { ScopeState, SettingField, SettingGroup, SettingsAnswer } from "../../api.js";
import { Choice } from "../parts/choice.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer } from "../parts/states.js";
import { onEvent } from "../state/events.js";
import { useAsk } from "../state/use-ask.js";
import { counted, moment } from "../text/format.js";
import { visibleLine } from "../text/visible.js";
import { chooseScope, drafts, forgetAll, isChecking, issueOf, issues, preview, save, scope, undo } from "./drafts.js";
import { Field } from "./field.js";
import { Modes } from "./modes.js";
import { Notices } from "./notices.js";
import { chosenStrategy, PROVIDER, Strategy, strategyGroup } from "./strategy.js";
import { Transfer } from "./transfer.js";

const SCOPES = [
  { value: "global", label: "This machine" },
  { value: "workspace", label: "This workspace" },
] as const;

/** Everything that can be set. */
export function SettingsView() {
  const asked = useAsk<SettingsAnswer>("settings");
  const { reload, set } = asked;
  useEffect(
    () =>
      onEvent(({ event }) => {
        if (event === "settings") reload();
      }),
    [reload],
  );
  return (
    <Answer asked={asked} label="Loading settings">
      {(settings) => <Loaded settings={settings} set={set} />}
    </Answer>
  );
}

function Loaded({ settings, set }: { settings: SettingsAnswer; set: (settings: SettingsAnswer) => void }) {
  const { undo: last } = settings;
  const groups = settings.groups.filter((group) => group !== strategyGroup(settings));
  const [own, policy] = [groups.filter((one) => one.isCondensation), groups.filter((one) => !one.isCondensation)];
  return (
    <>
      <div class="bar-above">
        <h1>Settings</h1>
        <Choice label="Save for" name="scope" value={scope.value} choices={SCOPES} onChoose={chooseScope} />
        <span class="push" />
        {last !== undefined && (
          <button
            type="button"
            onClick={() => void undo(set)}
            title={visibleLine(`${moment(last.at)}: ${last.lines.join("; ")}`, 400)}
          >
            Undo the last change
          </button>
        )}
        <Transfer set={set} />
      </div>
      <File state={settings.scopes.find((state) => state.scope === scope.value)} />
      <Notices settings={settings} set={set} />
      <div class="settings">
        <nav aria-label="Groups of settings" class="contents">
          <p>Condensation</p>
          <Jump to="group-choice" title="Strategy" />
          {own.map(jumpTo)}
          <Jump to="group-modes" title="Modes" />
          <p>Policy</p>
          {policy.map(jumpTo)}
        </nav>
        <div class="groups">
          <Strategy settings={settings} />
          {own.map((group) => (
            <Group key={group.id} group={group} settings={settings} />
          ))}
          <Modes settings={settings} />
          <p class="about-policy dim">
            The policy, which reduces every request, whichever strategy condenses the long ones:
          </p>
          {policy.map((group) => (
            <Group key={group.id} group={group} settings={settings} />
          ))}
        </div>
      </div>
      <SaveBar set={set} />
    </>
  );
}

const jumpTo = ({ id, title }: SettingGroup) => <Jump key={id} to={`group-${id}`} title={title} />;

/** Goes to a group. The address is the view's, so a jump within it leaves it alone. */
function Jump({ to, title }: { to: string; title: string }) {
  const jump = () => {
    const target = document.getElementById(to);
    target?.scrollIntoView({ block: "start" });
    target?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="plain" onClick={jump}>
      {title}
    </button>
  );
}

function File({ state }: { state: ScopeState | undefined }) {
  if (state === undefined) return null;
  return (
    <p class="dim file">
      {state.exists ? "Saved in " : "Will be saved in "}
      <code>
        <SafeText text={state.file} most={300} />
      </code>
      {state.problem !== undefined && (
        <span class="warning">
          {" "}
          <SafeText text={state.problem} most={400} />
        </span>
      )}
    </p>
  );
}

function SaveBar({ set }: { set: (settings: SettingsAnswer) => void }) {
  const count = drafts.value.size;
  if (count === 0) return null;
  const wrong = issues.value.length > 0;
  // What has no field of its own is said here.
  const others = issues.value.filter(
    ({ path }) => ![...drafts.value.keys()].some((key) => issueOf(key) && path.startsWith(key)),
  );
  return (
    <section class="save-bar" aria-label="Changes that are not saved">
      <div>
        <b>{counted(count, "change")}</b>
        {wrong ? (
          <span class="bad"> Nothing is saved until what is wrong is right.</span>
        ) : (
          <span class="dim">
            {" "}
            {isChecking.value ? "Checking…" : visibleLine(preview.value.slice(0, 3).join("; "), 300)}
          </span>
        )}
        {others.map(({ path, message }) => (
          <p key={path} class="bad">
            <SafeText text={path === "" ? message : `${path}: ${message}`} most={400} />
          </p>
        ))}
      </div>
      <button type="button" onClick={forgetAll}>
        Discard
      </button>
      <button type="button" class="main" disabled={wrong || isChecking.value} onClick={() => void save(set)}>
        Save
      </button>
    </section>
  );
}

/** Settings that belong together; the advanced ones are folded, unless one of them is set. */
function Group({ group, settings }: { group: SettingGroup; settings: SettingsAnswer }) {
  const { fields } = group;
  const basic = fields.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  const isIdle = group.strategy !== undefined && !isUsed(group.strategy, settings);
  return (
    <section class="card" id={`group-${group.id}`} tabIndex={-1} aria-labelledby={`title-${group.id}`}>
      <h2 id={`title-${group.id}`}>{group.title}</h2>
      <p class="dim">
        <SafeText text={group.about} most={400} />
        {isIdle && <b> Not in use: another strategy is chosen, for every mode.</b>}
      </p>
      {basic.map((field) => (
        <Field key={field.key} field={field} />
      ))}
      {advanced.length > 0 && (
        <details open={advanced.some(isTouched)}>
          <summary>Advanced ({counted(advanced.length, "setting")})</summary>
          {advanced.map((field) => (
            <Field key={field.key} field={field} />
          ))}
        </details>
      )}
    </section>
  );
}

const isTouched = ({ key, set }: SettingField) => drafts.value.has(key) || Object.keys(set).length > 0;

const isUsed = (strategy: string, settings: SettingsAnswer): boolean =>
  chosenStrategy(settings) === strategy ||
  settings.modes.some(({ fields }) => fields.some(({ key, value }) => key === PROVIDER && value === strategy));
