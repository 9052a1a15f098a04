/** Whether the gateway reduces at this moment. */
export class Switches {
  readonly #isPaused: () => boolean;
  #isOff = false;

  /** @param isPaused Asked whenever a request is read. @default never */
  constructor(isPaused: () => boolean = () => false) {
    this.#isPaused = isPaused;
  }

  /** Every request goes on as it came. An administrator switches it, and who started the gateway may pause it. */
  get isOff(): boolean {
    return this.#isOff || this.#isPaused();
  }

  /** Whether it is only paused: a loop whose thinking was made over reduced requests goes on so until the user speaks. */
  get isPaused(): boolean {
    return !this.#isOff && this.#isPaused();
  }

  set isOff(isOff: boolean) {
    this.#isOff = isOff;
  }
}
