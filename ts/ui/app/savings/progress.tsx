import { percent } from "../text/format.js";

/** How far a calculation is. @param what What the share is of, for people. */
export function Progress({ done, what }: { done: number; what: string }) {
  return (
    <p class="progress">
      <progress value={done} max={1} aria-label="Done" /> {percent(done)} {what}
    </p>
  );
}
