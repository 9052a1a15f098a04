import { effect, signal } from "@preact/signals";
import type { Info } from "../../api.js";
import { ask, type Failure, toFailure } from "./ask.js";
import { epoch } from "./events.js";

/** What the server is and has; undefined until it has said so. */
export const info = signal<Info | undefined>(undefined);
export const infoFailure = signal<Failure | undefined>(undefined);

/** Asks at the start and after each reconnection. */
export function followInfo(): void {
  effect(() => {
    void epoch.value;
    ask<Info>("info").then(
      (data) => {
        info.value = data;
        infoFailure.value = undefined;
      },
      (error) => {
        infoFailure.value = toFailure(error);
      },
    );
  });
}
