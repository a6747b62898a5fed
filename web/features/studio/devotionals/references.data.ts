import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { type NumberingId, renumberReference } from "#shared/bible/numbering/numbering.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import { nearestLanguage } from "#shared/languages.ts";
import { AppError } from "#shared/errors.ts";
import type { Api } from "#web/lib/http/http.ts";

const passageSchema = z.object({
  verses: z.array(z.object({ text: z.string() })),
  text: z.string(),
  copyright: z.string().default(""),
  caps: z.object({ copyVerses: z.number() }).optional(),
});

/** Text of a reference. */
export type Passage = {
  text: string;
  /** Copyright notice. */
  copyright: string;
  /** True when the version's licence allows to copy this many verses. */
  canBeQuoted: boolean;
};

type PassageKey = ["passage", string, string];

/** Passage and the verse numbering in which it was written. */
export type WrittenPassage = { reference: BibleReference; numbering: NumberingId };

/** Query of a passage in a version; null when the verse does not exist. */
export function passageQuery(
  api: Api,
  version: BibleVersionFacts,
  { reference, numbering }: WrittenPassage,
): UseQueryOptions<Passage | null, Error, Passage | null, PassageKey> {
  const there = renumberReference(reference, { from: numbering, to: version.numbering });
  const name = referenceText(there, nearestLanguage(version.language));
  const queryKey: PassageKey = ["passage", version.id, name];
  return queryOptions({
    queryKey,
    staleTime: Infinity,
    retry: false,
    async queryFn({ signal }) {
      try {
        const path = `/api/bible/${encodeURIComponent(name)}?translation=${version.id}`;
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
