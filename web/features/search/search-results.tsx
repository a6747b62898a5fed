import { clsx } from "clsx";
import { ArrowUpRight, BookOpen, SearchX } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { LANGUAGE_FACTS, type Language, nearestLanguage } from "#shared/languages.ts";
import { searchMessages } from "#shared/messages/search.ts";
import type { SearchedVersion, SiteSearch, VideoHit } from "#shared/contracts/search.ts";
import { SEARCH_KINDS, type SearchKind } from "#shared/search/search-address.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FADING_ROW } from "#web/ui/fading-row.ts";
import { ExternalLink, Link } from "#web/ui/link.tsx";
import { MarkedText } from "#web/ui/marked-text.tsx";
import type { Question } from "./search.data.ts";
import { addressOfQuestion } from "./search-address.domain.ts";

/** Shows videos as the lists do; injected by the route. */
export type VideoListView = ComponentType<{ videos: VideoHit[] }>;

type ResultsProps = { answer: SiteSearch; question: Question; VideoList: VideoListView };

const CARD = "block h-full rounded-card border border-line bg-surface p-4 hover:bg-raised";

/** Results of a query, in groups with their counts; without any, suggestions. */
export function SearchResults({ answer, question, VideoList }: ResultsProps) {
  const texts = useTexts(searchMessages);
  const { language } = useSite();
  const { reference } = answer;
  const total = SEARCH_KINDS.reduce((sum, kind) => sum + answer[kind].total, reference ? 1 : 0);
  const shown = SEARCH_KINDS.filter((kind) => answer[kind].hits.length > 0);
  return (
    <>
      <p role="status" className="mb-4 text-sm text-ink-soft">
        {total === 0
          ? texts.nothing(question.text)
          : texts.found(total, total.toLocaleString(language))}
      </p>
      {answer.isPartial && <PartialNote missing={answer.missing} />}
      {total === 0 && <NothingFound answer={answer} VideoList={VideoList} />}
      {total > 0 && <Kinds answer={answer} question={question} />}
      {reference && <Reference reference={reference} />}
      {shown.map((kind) => (
        <Group key={kind} kind={kind} answer={answer} question={question}>
          <Hits kind={kind} answer={answer} VideoList={VideoList} />
        </Group>
      ))}
    </>
  );
}

/** All groups or one alone. */
function Kinds({ answer, question }: Pick<ResultsProps, "answer" | "question">) {
  const texts = useTexts(searchMessages);
  const { language } = useSite();
  const item = (isCurrent: boolean) =>
    clsx(
      "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap",
      isCurrent ? "border-line bg-brand text-on-brand" : "border-line bg-surface hover:bg-raised",
    );
  return (
    <nav aria-label={texts.groups} className="mb-6">
      <ul className={`flex gap-2 ${FADING_ROW}`}>
        <li className="shrink-0">
          <Link
            to={addressOfQuestion(question.text)}
            aria-current={question.kind === null ? "page" : undefined}
            className={item(question.kind === null)}
          >
            {texts.everything}
          </Link>
        </li>
        {SEARCH_KINDS.filter((kind) => answer[kind].total > 0).map((kind) => (
          <li key={kind} className="shrink-0">
            <Link
              to={addressOfQuestion(question.text, kind)}
              aria-current={question.kind === kind ? "page" : undefined}
              className={item(question.kind === kind)}
            >
              {texts.kinds[kind]}
              <span className="font-normal even-figures">
                {answer[kind].total.toLocaleString(language)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Reference({ reference }: { reference: NonNullable<SiteSearch["reference"]> }) {
  const texts = useTexts(searchMessages);
  return (
    <Link
      to={reference.path}
      className="mb-8 flex items-start gap-4 rounded-card bg-brand-soft p-5"
    >
      <BookOpen aria-hidden className="mt-1 size-6 shrink-0 text-brand" />
      <span className="min-w-0">
        <span className="block text-lg font-bold text-brand">{reference.name}</span>
        {reference.text !== "" && (
          <>
            <span
              lang={reference.version?.language}
              className="mt-1 line-clamp-3 max-w-prose leading-relaxed"
            >
              {reference.text}
            </span>
            <VersionLine version={reference.version} />
          </>
        )}
        <span className="mt-2 block text-sm font-semibold text-brand">
          {texts.openBible(reference.name)}
        </span>
      </span>
    </Link>
  );
}

type GroupProps = Pick<ResultsProps, "answer" | "question"> & {
  kind: SearchKind;
  children: ReactNode;
};

function Group({ kind, answer, question, children }: GroupProps) {
  const texts = useTexts(searchMessages);
  const { language } = useSite();
  const { total, hits } = answer[kind];
  const hasMore = total > hits.length;
  const count = total.toLocaleString(language);
  return (
    <section aria-labelledby={`group-${kind}`} className="mb-8">
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
        <h2 id={`group-${kind}`} className="text-xl font-bold tracking-tight">
          {texts.kinds[kind]}
        </h2>
        <p className="text-sm text-ink-soft even-figures">
          {hasMore && question.kind === kind
            ? texts.firstOf(hits.length.toLocaleString(language), count)
            : count}
        </p>
      </div>
      {children}
      {hasMore && question.kind === null && (
        <Link
          to={addressOfQuestion(question.text, kind)}
          className={buttonStyle("outline", "mt-6")}
        >
          {texts.showAll(count, texts.kinds[kind])}
        </Link>
      )}
      {hasMore && question.kind === "bible" && kind === "bible" && (
        <Link
          to={{ pathname: "/bible", search: new URLSearchParams({ q: question.text }).toString() }}
          className={buttonStyle("outline", "mt-6")}
        >
          {texts.wholeBible}
        </Link>
      )}
    </section>
  );
}

function Hits({ kind, answer, VideoList }: Omit<ResultsProps, "question"> & { kind: SearchKind }) {
  switch (kind) {
    case "videos":
      return <VideoList videos={answer.videos.hits} />;
    case "devotionals":
      return <Devotionals hits={answer.devotionals.hits} />;
    case "bible":
      return <Verses {...answer.bible} />;
    case "pages":
      return <Pages hits={answer.pages.hits} />;
  }
}

function Devotionals({ hits }: { hits: SiteSearch["devotionals"]["hits"] }) {
  const { language } = useSite();
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {hits.map(({ title, verse, excerpt, path, date }) => (
        <li key={path}>
          <Link to={path} className={CARD}>
            <span className="block font-semibold">{title}</span>
            {date !== null && (
              <time dateTime={date} className="mt-0.5 block text-sm text-ink-soft">
                {dayText(date, language)}
              </time>
            )}
            <span className="mt-2 line-clamp-2 text-sm text-ink-soft italic">{verse}</span>
            <span className="mt-2 line-clamp-3 text-sm">{excerpt}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Verses({ hits, version }: SiteSearch["bible"]) {
  return (
    <>
      <ul className="grid gap-2">
        {hits.map(({ name, path, text, ranges }) => (
          <li key={path}>
            <Link to={path} className={CARD}>
              <span className="font-semibold text-brand">{name}</span>
              <span lang={version?.language} className="mt-1 block leading-relaxed">
                <MarkedText text={text} marks={ranges} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <VersionLine version={version} />
    </>
  );
}

/** Version of the quoted Bible text. */
function VersionLine({ version }: { version: SearchedVersion | null }) {
  const texts = useTexts(searchMessages);
  const { language } = useSite();
  if (!version) return null;
  const isForeign = nearestLanguage(version.language) !== language;
  return (
    <span className="mt-2 block text-sm text-ink-soft">
      {texts.bibleVersion(version.name, isForeign)}
    </span>
  );
}

function Pages({ hits }: { hits: SiteSearch["pages"]["hits"] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-4">
      {hits.map(({ title, description, address }) => (
        <li key={address}>
          {address.startsWith("https:") ? (
            <ExternalLink href={address} className={CARD}>
              <span className="flex items-center gap-1 font-semibold">
                {title}
                <ArrowUpRight aria-hidden className="size-4" />
              </span>
              <span className="mt-1 block text-sm text-ink-soft">{description}</span>
            </ExternalLink>
          ) : (
            <Link to={address} className={CARD}>
              <span className="block font-semibold">{title}</span>
              <span className="mt-1 block text-sm text-ink-soft">{description}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function PartialNote({ missing }: Pick<SiteSearch, "missing">) {
  const texts = useTexts(searchMessages);
  const wordsOf = useCategoryTexts();
  const names = missing.map((part) => {
    const kind = SEARCH_KINDS.find((candidate) => candidate === part);
    return kind ? texts.kinds[kind] : wordsOf(part).title;
  });
  return (
    <p className="mb-6 rounded-card bg-gold-soft p-4 text-sm">{texts.partial(names.join(", "))}</p>
  );
}

function NothingFound({ answer, VideoList }: Omit<ResultsProps, "question">) {
  const texts = useTexts(searchMessages);
  const { ministry } = useSite();
  const wordsOf = useCategoryTexts();
  return (
    <>
      <div className="mb-8 flex items-start gap-4 rounded-card border border-line bg-surface p-5">
        <SearchX aria-hidden className="mt-0.5 size-6 shrink-0 text-ink-soft" />
        <p className="max-w-prose">{texts.nothingHint}</p>
      </div>
      {answer.nearest.length > 0 && (
        <section aria-labelledby="nearest-title" className="mb-8">
          <h2 id="nearest-title" className="mb-4 text-xl font-bold tracking-tight">
            {texts.nearest}
          </h2>
          <VideoList videos={answer.nearest} />
        </section>
      )}
      <section aria-labelledby="browse-title">
        <h2 id="browse-title" className="text-xl font-bold tracking-tight">
          {texts.browse}
        </h2>
        <ul className="mt-4 flex flex-wrap gap-2">
          {categoriesOf(ministry).map(({ id, path }) => (
            <li key={id}>
              <Link to={path} className={buttonStyle("quiet")}>
                {wordsOf(id).title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function dayText(day: string, language: Language): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, options).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
