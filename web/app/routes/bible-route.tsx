import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { isFree } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import {
  addressOf,
  locationToOpen,
  readAddress,
} from "#web/features/bible/bible-address.domain.ts";
import { chapterQuery } from "#web/features/bible/bible.data.ts";
import { BiblePage } from "#web/features/bible/bible-page.tsx";
import {
  firstVersion,
  useVersions,
  versionsOf,
  versionsQuery,
} from "#web/base/reading/bible-versions.data.ts";
import { useItems } from "#web/base/sync/use-items.ts";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { PlansCard } from "#web/features/plans/plans-card.tsx";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";

/** Loads for readers of a plan. */
const ChapterOffer = optional(
  async () => (await import("#web/features/plans/chapter-offer.tsx")).ChapterOffer,
);

function PlanOffer({ place }: { place: BiblePlace }) {
  const { items: plans } = useItems("plan-run");
  return plans.length > 0 && <ChapterOffer place={place} />;
}

const DESCRIPTION_LENGTH = 200;

/**
 * On the server, loads the chapter into the page. Free texts only: pages are cached and shared,
 * which the other licences forbid. In the browser the page itself loads the text.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<null> {
  if (typeof window !== "undefined") return null;
  const queryClient = context.get(queryClientContext);
  const { api, language } = context.get(siteContext);
  await queryClient.prefetchQuery(versionsQuery(api));
  const { all } = versionsOf(queryClient.getQueryData(versionsQuery(api).queryKey));
  const addressed = readAddress(new URL(request.url).searchParams);
  const first = firstVersion(all, language);
  const { version, place } = locationToOpen(addressed, null, { all, first, language });
  if (isFree(version)) await queryClient.prefetchQuery(chapterQuery(api, version, place));
  return null;
}

/** Another chapter of the same page loads no route data. */
export function shouldRevalidate(): boolean {
  return false;
}

export function Component() {
  const { api, language } = useSite();
  const texts = useTexts(bibleMessages);
  const parameters = useSearchParameters();
  const { all } = useVersions();
  const addressed = readAddress(parameters);
  const first = firstVersion(all, language);
  const { version, place, verse } = locationToOpen(addressed, null, { all, first, language });
  const { abbreviation, name } = version;
  const { data } = useQuery({ ...chapterQuery(api, version, place), enabled: false });
  const verses = isFree(version) ? (data?.verses ?? []) : [];
  const shared = verses.find((each) => each.verse === verse);
  const reading = `${placeName(place, language)}${shared ? `:${shared.verse}` : ""} (${abbreviation})`;
  const opening = shared?.text ?? verses.map(({ text }) => text).join(" ");
  const { book, chapter } = place;
  const card = shared
    ? `verse-${version.id}-${book.usfm.toLowerCase()}-${chapter}-${shared.verse}`
    : `bible-${language}`;
  return (
    <>
      <PageHead
        title={addressed.place ? reading : texts.title}
        description={
          opening ? shortened(opening) : texts.description(placeName(place, language), name)
        }
        type="article"
        picture={`/img/poster/card-${card}`}
        canonicalSearch={addressed.place ? addressOf(version, place) : ""}
        sharedSearch={addressed.place ? addressOf(version, place, shared?.verse) : ""}
      />
      <BiblePage AfterChapter={PlanOffer} aside={<PlansCard />} />
    </>
  );
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", DESCRIPTION_LENGTH))} …`;
}
