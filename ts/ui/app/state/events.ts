import { signal } from "@preact/signals";
import type { PageEvent } from "../../api.js";
import { send, toFailure } from "./ask.js";

/** How the page is connected. `ended`: the server said good-bye; the page goes on asking. */
export type Connection = "starting" | "live" | "lost" | "ended" | "refused";

export const connection = signal<Connection>("starting");
/** Grows when the server is another one, or was gone: what was asked before is asked again. */
export const epoch = signal(0);

const listeners = new Set<(event: PageEvent) => void>();

/** Calls `listener` for each event; returns the end of that. */
export function onEvent(listener: (event: PageEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A comment comes every 15 seconds; without a byte for so long the connection is taken as gone. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

let waking: (() => void) | undefined;

/** Connects at once instead of after the pause. */
export const reconnect = (): void => waking?.();

/** A page that nobody sees for so long lets its connection go: a browser gives all tabs of one address six together. */
const HIDDEN_MS = 10_000;
let isAsleep = false;
let letGo: (() => void) | undefined;
/** Events may have been missed. */
let wasAsleep = false;

function sleepWhileHidden(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(sleep, HIDDEN_MS);
    else if (isAsleep) {
      isAsleep = false;
      reconnect();
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

function sleep(): void {
  [isAsleep, wasAsleep] = [true, true];
  letGo?.();
}

/** Reads events for as long as the page lives. */
export async function followEvents(): Promise<never> {
  sleepWhileHidden();
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    try {
      await readStream(() => {
        pause = FIRST_PAUSE_MS;
      });
      if (connection.value === "live" && !isAsleep) connection.value = "lost";
    } catch (error) {
      if (!isAsleep) connection.value = toFailure(error).code === "unauthorized" ? "refused" : "lost";
    }
    await new Promise<void>((resolve) => {
      const timer = isAsleep ? undefined : setTimeout(resolve, pause);
      waking = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    pause = Math.min(LONGEST_PAUSE_MS, pause * 1.6);
  }
}

async function readStream(onLive: () => void): Promise<void> {
  if (isAsleep) return;
  const ending = new AbortController();
  letGo = () => ending.abort();
  let timer = setTimeout(() => ending.abort(), SILENCE_MS);
  try {
    const response = await send("events", { signal: ending.signal });
    if (response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(), SILENCE_MS);
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) handle(part, onLive);
    }
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

let instance: string | undefined;

function handle(part: string, onLive: () => void): void {
  const event = parseEvent(part);
  if (event === undefined) return;
  if (event.event === "hello") {
    const isAnother = instance !== undefined && instance !== event.data.instance;
    const wasGone = wasAsleep || connection.value === "lost" || connection.value === "ended";
    wasAsleep = false;
    instance = event.data.instance;
    connection.value = "live";
    onLive();
    if (isAnother || wasGone) epoch.value++;
  }
  if (event.event === "bye") connection.value = "ended";
  for (const listener of listeners) listener(event);
}

function parseEvent(part: string): PageEvent | undefined {
  let [event, data] = ["", ""];
  for (const line of part.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5);
  }
  if (event === "" || data === "") return undefined;
  try {
    return { event, data: JSON.parse(data) } as PageEvent;
  } catch {
    return undefined;
  }
}
