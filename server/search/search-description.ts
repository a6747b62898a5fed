import { type Language, localisedPath } from "#shared/languages.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import { xmlText } from "#server/kit/escape-xml.ts";
import { OPEN_SEARCH_PATH, SEARCH_PATH, SUGGEST_API_PATH } from "#shared/search/search-address.ts";

const SHORT_NAME_LENGTH = 16;

/** Where browsers find the description in a language. */
export function openSearchPath(language: Language): string {
  return localisedPath(OPEN_SEARCH_PATH, language);
}

type DescribedSite = { siteUrl: string; ministryName: string; language: Language };

/**
 * The description by which browsers search the site from their address bar (OpenSearch 1.1 draft 6).
 * Its short name has 16 characters at most, and its description 1,024.
 */
export function openSearchDescription({ siteUrl, ministryName, language }: DescribedSite): string {
  const { openSearch } = searchPagesMessages[language];
  const results = `${siteUrl}${localisedPath(SEARCH_PATH, language)}?q={searchTerms}`;
  const suggestions = `${siteUrl}${SUGGEST_API_PATH}?q={searchTerms}&lang=${language}&format=opensearch`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n` +
    `<ShortName>${xmlText(ministryName.slice(0, SHORT_NAME_LENGTH))}</ShortName>\n` +
    `<Description>${xmlText(openSearch(ministryName))}</Description>\n` +
    `<Language>${language}</Language>\n<InputEncoding>UTF-8</InputEncoding>\n` +
    `<Image width="16" height="16" type="image/svg+xml">${siteUrl}/favicon.svg</Image>\n` +
    `<Url type="text/html" template="${xmlText(results)}"/>\n` +
    `<Url type="application/x-suggestions+json" template="${xmlText(suggestions)}"/>\n` +
    `<Url type="application/opensearchdescription+xml" rel="self" template="${siteUrl}${openSearchPath(language)}"/>\n` +
    `</OpenSearchDescription>\n`
  );
}
