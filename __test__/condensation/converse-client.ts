/**
 * A client with the methods of `BedrockRuntime` that are used, over HTTP without signatures. Streams are server-sent
 * events here, not the provider's binary frames, which its SDK decodes.
 */
export function converseClient(url: string) {
  const send = async (path: string, { modelId, ...body }: { modelId: string }, signal: AbortSignal | undefined) => {
    const request = { method: "POST", body: JSON.stringify(body), ...(signal ? { signal } : {}) };
    const response = await fetch(`${url}/model/${modelId}/${path}`, request);
    if (response.ok) return response;
    const { message } = (await response.json()) as { message: string };
    throw Object.assign(new Error(message), { status: response.status, headers: response.headers });
  };
  return {
    async converse(body: never, options?: { abortSignal?: AbortSignal }): Promise<unknown> {
      return (await send("converse", body, options?.abortSignal)).json();
    },
    async converseStream(body: never, options?: { abortSignal?: AbortSignal }): Promise<unknown> {
      const response = await send("converse-stream", body, options?.abortSignal);
      return { stream: eventsOf(response) };
    },
  };
}

async function* eventsOf(response: Response): AsyncGenerator<unknown> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.slice("data: ".length));
  }
}
