/** `1234567` → `1,234,567`, in every locale, so that output can be compared. */
export const groupDigits = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 session", "2,559 requests". */
export const counted = (count: number, one: string): string => `${groupDigits(count)} ${one}${count === 1 ? "" : "s"}`;
