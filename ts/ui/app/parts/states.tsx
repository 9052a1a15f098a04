import type { ComponentChildren } from "preact";
import type { Failure } from "../state/ask.js";
import type { Asked } from "../state/use-ask.js";
import { SafeText } from "./safe-text.js";

/** Nothing is there, and why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Something failed. */
export function Failed({ failure, retry }: { failure: Failure; retry?: () => void }) {
  return (
    <div class="failed" role="alert">
      <p>
        <SafeText text={failure.message} most={2000} />
      </p>
      {failure.issues.length > 0 && (
        <ul>
          {failure.issues.map(({ path, message }) => (
            <li key={path}>
              <code>
                <SafeText text={path} most={200} />
              </code>{" "}
              <SafeText text={message} most={500} />
            </li>
          ))}
        </ul>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Bars in the place of what comes, shown only after a moment. */
export function Waiting({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="unseen">{label}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

/** An answer, or why it is not there. */
export function Answer<T>({
  asked,
  label,
  children,
}: {
  asked: Asked<T>;
  label: string;
  children: (data: T) => ComponentChildren;
}) {
  const { data, failure, reload } = asked;
  return (
    <>
      {failure !== undefined && <Failed failure={failure} retry={reload} />}
      {data === undefined ? failure === undefined && <Waiting label={label} /> : children(data)}
    </>
  );
}
