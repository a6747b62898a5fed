type Choice<Source> = {
  readonly source: Source;
  readonly fallback?: Source | undefined;
  readonly use?: "source" | "fallback" | undefined;
};

/** Returns the source that staff selected: the back-up if selected and present. */
export function chosenSource<Source>({ source, fallback, use }: Choice<Source>): Source {
  return use === "fallback" && fallback !== undefined ? fallback : source;
}
