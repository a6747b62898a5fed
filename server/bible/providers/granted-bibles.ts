import { ProviderError } from "#server/bible/provider.ts";
import { DAY_MS, HOUR_MS } from "#server/kit/durations.ts";

export type ListedBible = { id: string; abbreviations: readonly string[]; copyright?: string };

/** Bible ids by abbreviation. Providers change and grant them, so none is hard-coded. */
export type GrantedBibles = {
  /** @throws ProviderError not-granted if the key's list lacks the Bible */
  find(abbreviation: string): Promise<ListedBible>;
};

/**
 * Looks Bibles up in a provider's list, once a day for each.
 *
 * @param list Bibles that the key may read; may include others
 */
export function createGrantedBibles(
  list: (abbreviation: string) => Promise<readonly ListedBible[]>,
  now: () => number,
): GrantedBibles {
  const found = new Map<string, { bible: ListedBible; atMs: number }>();
  return {
    async find(abbreviation) {
      const known = found.get(abbreviation);
      if (known && now() - known.atMs < DAY_MS) return known.bible;
      // Publishers add the year of an edition: "NIV11".
      const name = new RegExp(`^${abbreviation}\\d{0,4}$`, "i");
      const bibles = await list(abbreviation);
      const bible = bibles.find(({ abbreviations }) =>
        abbreviations.some((text) => name.test(text)),
      );
      if (!bible) {
        throw new ProviderError("not-granted", `the key's list has no ${abbreviation}`, {
          restMs: HOUR_MS,
        });
      }
      found.set(abbreviation, { bible, atMs: now() });
      return bible;
    },
  };
}
