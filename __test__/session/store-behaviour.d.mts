/** Where a check takes place. */
export interface CheckPlace {
  place: string;
  token?: string | undefined;
  raw(sql: string): Promise<unknown>;
}

export function storeChecks(options: {
  tamis: typeof import("../../ts/session/index.js");
  dist: string;
}): Record<string, (at: CheckPlace) => Promise<void>>;
