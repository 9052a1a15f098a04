/** The first Ctrl-C ends the work, which then has what is done; the second ends the program. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  process.once("SIGINT", stop);
  try {
    return await work(ending.signal);
  } finally {
    process.removeListener("SIGINT", stop);
  }
}
