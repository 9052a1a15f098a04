/** Functions that are called with the details of events, by the event's name, in the order in which they were added. */
export class Listeners<Events extends object> {
  readonly #all = new Map<keyof Events, Set<{ listener: (details: never) => void; hasFailed: boolean }>>();

  /** @param failed Gets what a listener throws, which breaks nothing else; and whether it is that listener's first failure. */
  constructor(private readonly failed: (error: unknown, isFirst: boolean) => void) {}

  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(event: Name, listener: (details: Events[Name]) => void): () => void {
    const entry = { listener, hasFailed: false };
    const all = this.#all.get(event) ?? new Set();
    this.#all.set(event, all.add(entry));
    return () => void all.delete(entry);
  }

  emit<Name extends keyof Events>(event: Name, details: Events[Name]): void {
    for (const entry of [...(this.#all.get(event) ?? [])]) {
      try {
        (entry.listener as (details: Events[Name]) => void)(details);
      } catch (error) {
        this.failed(error, !entry.hasFailed);
        entry.hasFailed = true;
      }
    }
  }
}
