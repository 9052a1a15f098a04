import { signal } from "@preact/signals";

/** What the page says at its lower edge, and to screen readers. */
export interface Saying {
  text: string;
  isError: boolean;
  /** Something to do about it. */
  action?: { label: string; run: () => void };
}

export const saying = signal<Saying | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something for a few seconds; an error until it is closed. */
export function say(text: string, options: Partial<Omit<Saying, "text">> = {}): void {
  clearTimeout(timer);
  saying.value = { text, isError: false, ...options };
  if (options.isError !== true) timer = setTimeout(() => hush(), 8000);
}

/** Ends it. */
export const hush = (): void => {
  saying.value = undefined;
};
