/** What views take of a query. */
export type ReadQuery<Data> = {
  data: Data | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

/** Two queries as one: read once both are, failed where one is. */
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
