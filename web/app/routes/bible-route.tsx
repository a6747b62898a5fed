import { useQuery } from "@tanstack/react-query";
import { type LoaderFunctionArgs, useSearchParams } from "react-router";
import { FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { BIBLE_VERSIONS } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { addressOf, placeName, readAddress } from "#web/features/bible/bible-address.domain.ts";
import { chapterQuery, versionsQuery } from "#web/features/bible/bible.data.ts";
import { BiblePage } from "#web/features/bible/bible-page.tsx";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

const DESCRIPTION_LENGTH = 200;

/**
 * The server puts the chapter into the page. Only free texts: pages are kept and shared, which
 * licences of the others forbid. In the browser the page itself asks for what it shows.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<null> {
  if (typeof window !== "undefined") return null;
  const queryClient = context.get(queryClientContext);
  const { api } = context.get(siteContext);
  const { version, place } = readAddress(new URL(request.url).searchParams);
  await Promise.all([
    queryClient.prefetchQuery(versionsQuery(api)),
    BIBLE_VERSIONS[version ?? "kjv"].isFree &&
      queryClient.prefetchQuery(chapterQuery(api, version ?? "kjv", place ?? FIRST_PLACE)),
  ]);
  return null;
}

/** Another chapter of the same page loads no route data. */
export function shouldRevalidate(): boolean {
  return false;
}

/** The Bible at the chapter that the address names. */
export function Component() {
  const { api, language } = useSite();
  const texts = useTexts(bibleMessages);
  const [parameters] = useSearchParams();
  const { version: named, place: namedPlace } = readAddress(parameters);
  const version = named ?? "kjv";
  const place = namedPlace ?? FIRST_PLACE;
  const { abbreviation, name, isFree } = BIBLE_VERSIONS[version];
  const { data } = useQuery({ ...chapterQuery(api, version, place), enabled: false });
  const reading = `${placeName(place, language)} (${abbreviation})`;
  const opening = isFree ? data?.verses.map(({ text }) => text).join(" ") : undefined;
  return (
    <>
      <PageHead
        title={namedPlace ? reading : texts.title}
        description={
          opening ? shortened(opening) : texts.description(placeName(place, language), name)
        }
        type="article"
        canonicalSearch={namedPlace ? addressOf(version, place) : ""}
      />
      <BiblePage />
    </>
  );
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", DESCRIPTION_LENGTH))} …`;
}
