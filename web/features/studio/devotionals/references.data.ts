import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { BIBLE_VERSIONS, type BibleVersionId } from "#shared/bible/bible-versions.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import { AppError } from "#shared/errors.ts";
import type { Api } from "#web/lib/http/http.ts";

const passageSchema = z.object({
  verses: z.array(z.object({ text: z.string() })),
  text: z.string(),
  copyright: z.string().default(""),
  caps: z.object({ copyVerses: z.number() }).optional(),
});

/** The words of a reference. */
export type Passage = {
  text: string;
  /** The owner's line. */
  copyright: string;
  /** Whether the version's licence lets so many verses be copied. */
  canBeQuoted: boolean;
};

type PassageKey = ["passage", BibleVersionId, string];

/** Query of a passage in a version; null: there is no such verse. */
export function passageQuery(
  api: Api,
  version: BibleVersionId,
  reference: BibleReference,
): UseQueryOptions<Passage | null, Error, Passage | null, PassageKey> {
  const name = referenceText(reference, BIBLE_VERSIONS[version].language);
  const queryKey: PassageKey = ["passage", version, name];
  return queryOptions({
    queryKey,
    staleTime: Infinity,
    retry: false,
    async queryFn({ signal }) {
      try {
        const path = `/api/bible/${encodeURIComponent(name)}?translation=${version}`;
        const passage = passageSchema.parse(await api.getJson(path, signal));
        return {
          text: passage.text,
          copyright: passage.copyright,
          canBeQuoted: (passage.caps?.copyVerses ?? 0) >= passage.verses.length,
        };
      } catch (error) {
        if (error instanceof AppError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

type ReadyKey = ["passage", "versions"];

/** Query of the versions whose text this site has. */
export function readyVersionsQuery(api: Api): UseQueryOptions<string[], Error, string[], ReadyKey> {
  const queryKey: ReadyKey = ["passage", "versions"];
  return queryOptions({
    queryKey,
    staleTime: Infinity,
    async queryFn({ signal }) {
      const answer = await api.getJson("/api/bible/v1/versions", signal);
      const { versions } = z
        .object({ versions: z.array(z.object({ id: z.string(), state: z.string() })) })
        .parse(answer);
      return versions.filter(({ state }) => state === "ready").map(({ id }) => id);
    },
  });
}
