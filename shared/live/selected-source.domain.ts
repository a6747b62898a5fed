/** What decides which of a channel's two sources is meant to play. */
type Choice<Source> = {
  readonly source: Source;
  readonly fallback?: Source | undefined;
  readonly use?: "source" | "fallback" | undefined;
};

/** The source that the ministry has chosen: its back-up where it says so and there is one. */
export function chosenSource<Source>({ source, fallback, use }: Choice<Source>): Source {
  return use === "fallback" && fallback !== undefined ? fallback : source;
}
