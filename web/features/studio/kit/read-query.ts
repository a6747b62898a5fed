/** State of a query that views use. */
export type ReadQuery<Data> = {
  data: Data | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

/** Combines two queries: loaded when both are, failed when one is. */
export function bothQueries<One, Other, Data>(
  one: ReadQuery<One>,
  other: ReadQuery<Other>,
  join: (one: One, other: Other) => Data,
): ReadQuery<Data> {
  const data =
    one.data !== undefined && other.data !== undefined ? join(one.data, other.data) : undefined;
  return {
    data,
    isError: one.isError || other.isError,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
