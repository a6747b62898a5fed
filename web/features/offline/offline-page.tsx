import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BiblePlace, bookName, placeName } from "#shared/bible/bible-books.ts";
import type { Language } from "#shared/languages.ts";
import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import {
  BIBLE_TEXTS,
  type StoredVersion,
  storedVersions,
} from "#web/base/reading/bible-text-keys.domain.ts";
import { useVersions } from "#web/base/reading/bible-versions.data.ts";
import { useCanKeep } from "#web/base/kept/use-kept-media.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { offlineTextKeys } from "#web/lib/storage/offline-texts.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { TitledPage } from "#web/ui/titled-page.tsx";
import type { TellPlaying } from "./kept/kept-list.tsx";
import { KeptSection } from "./kept/kept-section.tsx";
import { type StoredPage, storedPages } from "./stored-pages.ts";

type OfflinePageProps = {
  /** Receives the messages of kept media that play. */
  onPlaying: TellPlaying;
};

/** Content of this device that opens without a connection: media, chapters, devotionals, lists. */
export function OfflinePage({ onPlaying }: OfflinePageProps) {
  const { language, ministry } = useSite();
  const texts = useTexts(offlinePageMessages);
  const { data } = useQuery({
    queryKey: ["offline", language],
    queryFn: async () => {
      const [keys, pages] = await Promise.all([
        offlineTextKeys(BIBLE_TEXTS),
        storedPages(language, ministry.name).catch((): StoredPage[] => []),
      ]);
      return { versions: storedVersions(keys), pages };
    },
    enabled: useHydrated(),
    networkMode: "always",
  });
  const pagesOf = (kind: StoredPage["kind"]) => data?.pages.filter((page) => page.kind === kind);

  return (
    <TitledPage title={texts.title}>
      <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      {!data && (
        <p role="status" className="sr-only">
          {texts.reading}
        </p>
      )}
      {useCanKeep() && <KeptSection onPlaying={onPlaying} />}
      <Section title={texts.bible}>{data && <Versions versions={data.versions} />}</Section>
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Section title={texts.devotionals}>
          <Pages
            pages={pagesOf("devotionals")}
            empty={texts.noDevotionals}
            action={<Open to="/devotional" text={texts.openDevotional} />}
          />
        </Section>
        <Section title={texts.lists}>
          <Pages pages={pagesOf("lists")} empty={texts.noLists} hint={texts.listsHint} />
        </Section>
      </div>
    </TitledPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="text-xl font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function Open({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className={buttonStyle("outline", "mt-4")}>
      {text}
    </Link>
  );
}

const HINT = "mt-2 text-sm text-ink-soft";

type PagesProps = {
  /** Undefined while the device is read. */
  pages: readonly StoredPage[] | undefined;
  empty: string;
  hint?: string;
  action?: ReactNode;
};

function Pages({ pages, empty, hint, action }: PagesProps) {
  if (!pages) return null;
  if (pages.length === 0) {
    return (
      <>
        <p className={HINT}>{empty}</p>
        {action}
      </>
    );
  }
  return (
    <>
      {hint !== undefined && <p className={HINT}>{hint}</p>}
      <ul className="mt-2 ruled">
        {pages.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center py-2 font-medium hover:text-brand">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Versions({ versions }: { versions: readonly StoredVersion[] }) {
  const { language } = useSite();
  const texts = useTexts(offlinePageMessages);
  const { all } = useVersions();
  if (versions.length === 0) {
    return (
      <>
        <p className={HINT}>{texts.noBible}</p>
        <Open to="/bible" text={texts.openBible} />
      </>
    );
  }
  return versions.map(({ id, isWhole, chapters }) => (
    <div key={id} className="mt-4">
      <h3 className="font-semibold">
        {all.find((version) => version.id === id)?.name ?? id.toUpperCase()}
      </h3>
      {isWhole ? (
        <Open to={`/bible?version=${id}`} text={texts.wholeVersion} />
      ) : (
        <Chapters versionId={id} chapters={chapters} language={language} />
      )}
    </div>
  ));
}

type ChaptersProps = { versionId: string; chapters: readonly BiblePlace[]; language: Language };

/** Links to the chapters, a line for each book. */
function Chapters({ versionId, chapters, language }: ChaptersProps) {
  const books = [...new Set(chapters.map(({ book }) => book))];
  return books.map((book) => (
    <div key={book.id} className="mt-2 flex flex-wrap items-center gap-2">
      <span className="mr-1">{bookName(book, language)}</span>
      {chapters
        .filter((place) => place.book === book)
        .map(({ chapter }) => (
          <Link
            key={chapter}
            to={`/bible?version=${versionId}&book=${book.id}&chapter=${chapter}`}
            aria-label={placeName({ book, chapter }, language)}
            className="inline-flex size-11 items-center justify-center rounded-full bg-raised font-semibold even-figures hover:bg-line"
          >
            {chapter}
          </Link>
        ))}
    </div>
  ));
}
