/** A provider, by which the gateway's upstream is configured. */
export type Provider = "openai" | "anthropic" | "gemini";

/** One family of paths. The first group of a pattern is the model. */
export interface EndpointFamily {
  /** `count`: the provider counts the tokens of a request, and generates nothing. */
  kind: "generate" | "count";
  /** Matches the end of the path; the provider, the cloud or a proxy chooses what comes before. */
  end: RegExp;
  /** Matches the provider's own path, whole, where the gateway reduces it. */
  own?: RegExp;
}

/** What a wire's provider does besides reading requests. */
export interface ProviderFacts {
  /** Whose upstream requests go to. */
  readonly name: Provider;
  /** The name in the GenAI semantic conventions of OpenTelemetry. The wire shows the API, not who answers. */
  readonly telemetryName: string;
  readonly endpoints: readonly EndpointFamily[];
  /** Whose formulas count the tokens of images and pages. */
  readonly images: Provider;
  /** Whose form an error's body has. */
  readonly errors: Provider;
  /** An error in a stream: its body as data; the same as an event `error`; or an event `error` of the Responses API. */
  readonly streamError: "data" | "event" | "responses-event";
}
