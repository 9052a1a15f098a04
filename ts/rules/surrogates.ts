import type { Rows } from "./rows.js";

/** Whether a text has half of a surrogate pair. */
export function hasLoneSurrogate(text: string): boolean {
  return !(text as string & { isWellFormed(): boolean }).isWellFormed();
}

/** Reports one row for each message with a lone surrogate, and one for the rest of the request. */
export function validateSurrogates(request: object, messages: readonly unknown[], rows: Rows): void {
  const rest = Object.entries(request).filter(([, value]) => value !== messages);
  if (rest.some(([key, value]) => hasLoneSurrogate(key) || holdsLoneSurrogate(value))) rows.request("lone-surrogate");
  messages.forEach((message, index) => {
    if (holdsLoneSurrogate(message)) rows.message("lone-surrogate", index);
  });
}

/** Searches all keys and strings of a value, without recursion. */
function holdsLoneSurrogate(root: unknown): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") {
      if (hasLoneSurrogate(value)) return true;
    } else if (Array.isArray(value)) {
      for (const element of value) waiting.push(element);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (hasLoneSurrogate(key)) return true;
        waiting.push(member);
      }
    }
  }
  return false;
}
