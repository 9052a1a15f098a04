/** What an administrator can switch while the gateway runs. */
export interface Switches {
  /** Every request goes on as it came. */
  isOff: boolean;
}
