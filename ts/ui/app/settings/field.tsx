import type { SettingField } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Tip } from "../parts/tip.js";
import { Control } from "./controls.js";
import { change, drafts, forget, issueOf, scope } from "./drafts.js";

const FROM: Record<SettingField["from"], string> = {
  default: "default",
  preset: "from the preset",
  global: "set for this machine",
  workspace: "set for this workspace",
};

/** One setting: its name, what it does, its control, where its value is from, and what is wrong with it. */
export function Field({ field }: { field: SettingField }) {
  const { key, label, description, control, globalOnly } = field;
  const isDraft = drafts.value.has(key);
  const value = shownValue(field);
  const issue = issueOf(key);
  const isLocked = scope.value === "workspace" && globalOnly !== undefined;
  const id = `field-${key}`;
  return (
    <div class={issue === undefined ? "field" : "field wrong"}>
      <div class="field-head">
        <label id={`label-${key}`} for={id}>
          {label}
        </label>
        <Tip id={`tip-${key}`} about={label} text={`${description} Key: ${key}.`} />
        <From field={field} isDraft={isDraft} />
      </div>
      <Control
        id={id}
        labelId={`label-${key}`}
        control={control}
        value={value}
        isWrong={issue !== undefined}
        isDisabled={isLocked}
        describedBy={issue === undefined ? `tip-${key}` : `issue-${key}`}
        onChange={(next) => (isSame(next, savedValue(field)) ? forget(key) : change(key, next))}
      />
      {isLocked && (
        <p class="dim">
          <SafeText text={globalOnly} most={300} />
        </p>
      )}
      {issue !== undefined && (
        <p id={`issue-${key}`} class="bad" role="alert">
          <SafeText text={issue} most={400} />
        </p>
      )}
    </div>
  );
}

function From({ field, isDraft }: { field: SettingField; isDraft: boolean }) {
  const { key, label, from, set } = field;
  const isOwn = Object.hasOwn(set, scope.value);
  if (isDraft) {
    return (
      <span class="from">
        <b class="badge warn">not saved</b>
        <button type="button" class="plain" aria-label={`Take back the change of ${label}`} onClick={() => forget(key)}>
          take back
        </button>
      </span>
    );
  }
  return (
    <span class="from">
      <span class={from === "default" ? "dim" : "badge"}>{FROM[from]}</span>
      {isOwn && (
        <button
          type="button"
          class="plain"
          aria-label={`Remove ${label} from this file`}
          onClick={() => change(key, undefined)}
        >
          remove
        </button>
      )}
    </span>
  );
}

/** What the file of the chosen scope leads to. */
const savedValue = ({ set, value }: SettingField): unknown =>
  Object.hasOwn(set, scope.value) ? set[scope.value] : value;

function shownValue(field: SettingField): unknown {
  if (!drafts.value.has(field.key)) return savedValue(field);
  const draft = drafts.value.get(field.key);
  return draft === undefined ? field.defaultValue : draft;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
