import { type Context, Hono } from "hono";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { BIBLE_BOOKS, bookByAlias } from "#shared/bible/bible-books.ts";
import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  BIBLE_VERSION_IDS,
  BIBLE_VERSIONS,
  bibleVersion,
  type SpecifiedVersion,
} from "#shared/bible/bible-versions.ts";
import type { VersionsAnswer } from "#shared/contracts/bible-responses.ts";
import { memoize } from "@reign-tv/kit/memoize.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { sendError, sendNotLicensed } from "./bible-errors.ts";
import { chapterAnswer } from "./chapter-response.domain.ts";
import type { CrossReferences } from "./cross-references/open-references.ts";
import { addCrossReferences } from "./cross-references/references-route.ts";
import {
  createFreeTexts,
  type FreeTexts,
  whyNotFree,
  EMPTY_TEXT_STORE,
  type TextStore,
} from "./free-texts.ts";
import type { FreeText } from "./free-text.ts";
import { loadKjv, type WholeBible } from "./kjv-text.ts";
import type { LicensedTexts } from "./licensed-texts.ts";
import { ProviderError } from "./provider.ts";
import { addSearch, SEARCH_PATH } from "./search-route.ts";

type BibleDeps = {
  /** Versions of licensed providers; those without a key respond 403. */
  licensed: LicensedTexts;
  /** Free texts other than the King James Version. */
  texts?: TextStore;
  loadText?: () => Promise<WholeBible>;
  /** Null when the site has no table. */
  references?: CrossReferences | null;
  /** Absent: no limit. */
  limits?: ClientLimits;
};

/** As for the search of the site. */
const SEARCHES = { points: 300, seconds: MINUTE_S };
const TOO_MANY_SEARCHES = { error: "too many searches", detail: "Search again in a minute." };

/** Free texts are public and the same on every site. */
const FREE_HEADERS = {
  ...PUBLIC_HEADERS,
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": CACHE.day,
};
const LIST_HEADERS = { ...FREE_HEADERS, "Cache-Control": CACHE.minutes };
type VersionState = VersionsAnswer["versions"][number];

const DEFAULT_TRANSLATION = "kjv";
const MAX_FUMS_BODY = 8_192;
/** More than all chapters (1,189); each reference is short. */
const REMEMBERED_REFERENCES = 5_000;
const readReference = memoize(
  (text: string) => parseReference(text.replaceAll("+", " ")),
  REMEMBERED_REFERENCES,
);

/**
 * The Bible service: `GET /api/bible/{book chapter}?translation=` has the shape of the public service of the
 * specification (S7.15). All other routes are under `/api/bible/v1/`.
 */
export function createBibleRoutes({
  licensed,
  texts: store = EMPTY_TEXT_STORE,
  loadText = loadKjv,
  references = null,
  limits,
}: BibleDeps): Hono {
  const texts = createFreeTexts({ loadKjv: loadText, store });

  async function freeChapter(
    context: Context,
    text: FreeText,
    reference: BibleReference,
  ): Promise<Response> {
    const { terms } = text;
    if (reference.verses === null) {
      const make = (verses: readonly BibleVerse[]) =>
        chapterAnswer({ reference, verses, terms }) ?? {};
      return sendPrecompressed(context, await text.chapter(reference, make), FREE_HEADERS);
    }
    const verses = await text.verses(reference);
    const answer = chapterAnswer({ reference, verses, terms });
    if (!answer) return sendError(context, "notFound");
    return sendPrecompressed(context, precompress(JSON.stringify(answer), "passing"), FREE_HEADERS);
  }

  async function licensedChapter(
    context: Context,
    version: SpecifiedVersion,
    reference: BibleReference,
  ): Promise<Response> {
    try {
      const found = await licensed.chapter(version, reference);
      if (!found) return sendNotLicensed(context, version);
      const { verses, copyright = version.copyright, caps, fumsToken } = found;
      const terms = { version, caps, copyright };
      const answer = chapterAnswer({ reference, verses, terms, fumsToken });
      if (!answer) return sendError(context, "notFound");
      context.header("Cache-Control", "private, no-store");
      return context.json(answer);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.fault === "not-granted") return sendNotLicensed(context, version);
      return sendError(context, error.fault === "not-found" ? "notFound" : "unavailable");
    }
  }

  const app = new Hono();
  addLists(app, licensed, texts);
  if (limits !== undefined) app.use(SEARCH_PATH, limits.middleware(SEARCHES, TOO_MANY_SEARCHES));
  addSearch(app, texts, FREE_HEADERS);
  addCrossReferences(app, texts, references, FREE_HEADERS);
  app.get("/api/bible/v1/:version/:file{.+\\.json}", async (context) => {
    const text = texts.find(context.req.param("version"));
    if (!text) return sendError(context, whyNotFree(context.req.param("version")));
    const name = context.req.param("file").slice(0, -".json".length);
    if (name === "all") return sendPrecompressed(context, await text.allBooks(), FREE_HEADERS);
    const book = bookByAlias(name);
    if (!book) return sendError(context, "notFound");
    return sendPrecompressed(context, await text.book(book.order), FREE_HEADERS);
  });
  app.post("/api/bible/v1/fums", async (context) => {
    const text = await context.req.text();
    const isAccepted = text.length <= MAX_FUMS_BODY && (await licensed.reportDisplay(text));
    return context.body(null, isAccepted ? 204 : 400, { "Cache-Control": CACHE.none });
  });
  app.get("/api/bible/v1/*", (context) => sendError(context, "notFound"));
  app.get("/api/bible/:reference", async (context) => {
    const id = context.req.query("translation") ?? DEFAULT_TRANSLATION;
    const text = texts.find(id);
    const version = bibleVersion(id);
    const reference = readReference(context.req.param("reference"));
    switch (reference) {
      case "syntax":
        return sendError(context, "badReference");
      case "chapters":
        return sendError(context, "tooManyChapters");
      case "unknown":
        return sendError(context, "notFound");
      default:
        if (text) return freeChapter(context, text, reference);
        return version
          ? licensedChapter(context, version, reference)
          : sendError(context, "noTranslation");
    }
  });
  return app;
}

/** Adds the lists of versions, with their capabilities, and of books. */
function addLists(app: Hono, licensed: LicensedTexts, texts: FreeTexts): void {
  const books = precompress(JSON.stringify({ books: BIBLE_BOOKS }));
  app.get("/api/bible/v1/versions", (context) => {
    const licensedVersions = BIBLE_VERSION_IDS.filter((id) => !texts.find(id)).map(
      (id): VersionState => ({
        ...BIBLE_VERSIONS[id],
        state: licensed.state(id),
        caps: licensed.caps(id),
        bytes: null,
      }),
    );
    const free = texts.list().map(({ terms: { version, caps }, bytes }): VersionState => ({
      ...version,
      state: "ready",
      caps,
      bytes,
    }));
    const [kjv, ...others] = free;
    const versions = [...(kjv ? [kjv] : []), ...licensedVersions, ...others];
    const body = precompress(JSON.stringify({ versions }), "passing");
    return sendPrecompressed(context, body, { ...LIST_HEADERS, "Cache-Control": CACHE.checked });
  });
  app.get("/api/bible/v1/books", (context) => sendPrecompressed(context, books, LIST_HEADERS));
}
