/** The bodies of one request, for whoever shows what was done to it. They are the caller's secrets. */
export interface RequestBodies {
  /** As it came. */
  came: Uint8Array;
  /** Its `Content-Encoding`; undefined for none. */
  encoding: string | undefined;
  /** As it was sent, without an encoding; undefined where it was sent as it came. */
  sent: Uint8Array | undefined;
}
