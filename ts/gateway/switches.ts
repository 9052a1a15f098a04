/** Whether the gateway reduces at this moment. */
export class Switches {
  readonly #isPaused: () => boolean;
  #isOff = false;

  /** @param isPaused Asked whenever a request is read. @default never */
  constructor(isPaused: () => boolean = () => false) {
    this.#isPaused = isPaused;
  }

  /**
   * Why every request goes on as it came: an administrator has switched reducing off, or who started the gateway has paused it;
   * then a loop whose thinking was made over reduced requests goes on so until the user speaks. Undefined: requests are reduced.
   */
  get off(): "switched" | "paused" | undefined {
    if (this.#isOff) return "switched";
    return this.#isPaused() ? "paused" : undefined;
  }

  /** Whether every request goes on as it came. */
  get isOff(): boolean {
    return this.off !== undefined;
  }

  set isOff(isOff: boolean) {
    this.#isOff = isOff;
  }
}
