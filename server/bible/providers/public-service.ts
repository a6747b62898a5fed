import { z } from "zod";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { createProviderClient, type ProviderDeps } from "./provider-client.ts";
import { createVerseWriter } from "./verse-writer.domain.ts";

/**
 * A public service of the specification's protocol (S7.15), for example https://bible-api.com:
 * 15 requests in 30 s, and more than ten 404s block an address for an hour. So each chapter is asked
 * for once, only real chapters are, and our own copy of the text stands in whenever it fails.
 */
export type PublicService = {
  /** @throws ProviderError */
  chapter(version: string, place: BiblePlace): Promise<BibleVerse[]>;
};

const CALL_LIMITS = [{ calls: 15, perMs: 30_000 }];

const answerSchema = z.object({
  reference: z.string(),
  verses: z.array(z.object({ verse: z.number().int().positive(), text: z.string() })),
});

/** Opens the service. */
export function createPublicService(deps: ProviderDeps, base: string): PublicService {
  const client = createProviderClient({ ...deps, name: "public", limits: CALL_LIMITS });
  return {
    async chapter(version, { book, chapter }) {
      const query = new URLSearchParams({ translation: version });
      // Without it "Jude 1" is one verse there.
      if (book.chapters === 1) query.set("single_chapter_book_matching", "indifferent");
      return client.ask({
        url: `${base}/${encodeURIComponent(`${book.name} ${chapter}`)}?${query}`,
        headers: { accept: "application/json" },
        read(text) {
          const writer = createVerseWriter();
          for (const { verse, text: words } of answerSchema.parse(JSON.parse(text)).verses) {
            writer.begin(verse);
            writer.write(words);
          }
          return writer.finish();
        },
      });
    },
  };
}
