import { BookMarked, CalendarCheck, CornerDownRight, type LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import {
  BIBLE_BOOKS,
  type BiblePlace,
  bookByAlias,
  bookName,
  placeName,
} from "#shared/bible/bible-books.ts";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { Link } from "#web/ui/link.tsx";
import { placeIn } from "./bible-address.domain.ts";
import { LabelledSelect } from "./labelled-select.tsx";
import type { OpenBible, useBibleLocation } from "./use-bible-location.ts";
import { useVersions } from "#web/base/reading/bible-versions.data.ts";

type Open = ReturnType<typeof useBibleLocation>["open"];

type BibleToolbarProps = Omit<OpenBible, "verse"> & {
  open: Open;
  versionRef: RefObject<HTMLSelectElement | null>;
  term: string;
  onTerm: (term: string) => void;
};

/** Version, book and chapter, and the search box. */
export function BibleToolbar(props: BibleToolbarProps) {
  const { version, place, open, versionRef, term, onTerm } = props;
  const texts = useTexts(bibleMessages);
  const links = useTexts(readingLinkMessages);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 *:grow *:basis-[4.25rem] *:first:basis-[5.25rem] *:nth-2:grow-9 *:nth-2:basis-32 sm:grid sm:grid-cols-[5fr_4fr_2fr]">
        <VersionSelect version={version} open={open} versionRef={versionRef} />
        <BookSelect place={place} open={open} />
        <LabelledSelect
          label={texts.chapter}
          value={String(place.chapter)}
          onChange={(value) => open({ place: placeIn(place.book, Number(value)) })}
        >
          {Array.from({ length: place.book.chapters }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </LabelledSelect>
      </div>
      <div className="flex items-center justify-between gap-2">
        <SearchField
          label={texts.search}
          clearLabel={texts.clearSearch}
          value={term}
          onChange={onTerm}
          onSubmit={() => {
            const reference = readTypedReference(term);
            if (reference) open(targetOf(reference));
          }}
        />
        <div className="flex sm:gap-4">
          <ReadingLink to="/bible/plans" Icon={CalendarCheck} text={links.plans} />
          <ReadingLink to="/bible/marks" Icon={BookMarked} text={links.marks} />
        </div>
      </div>
      <ReferenceLink term={term} open={open} />
    </div>
  );
}

/** Icon only on phones, so that the chapter begins no lower. */
function ReadingLink({ to, Icon, text }: { to: string; Icon: LucideIcon; text: string }) {
  return (
    <Link
      to={to}
      title={text}
      className="inline-flex size-11 items-center justify-center gap-1.5 rounded-full font-semibold text-brand hover:bg-raised sm:w-auto sm:px-3"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="sr-only sm:not-sr-only">{text}</span>
    </Link>
  );
}

function VersionSelect({
  version,
  open,
  versionRef,
}: Pick<BibleToolbarProps, "version" | "open" | "versionRef">) {
  const texts = useTexts(bibleMessages);
  const { all } = useVersions();
  return (
    <LabelledSelect
      label={texts.version}
      selectRef={versionRef}
      value={version.id}
      short={version.abbreviation}
      onChange={(value) => {
        const selected = all.find(({ id }) => id === value);
        if (selected) open({ version: selected });
      }}
    >
      {all.map(({ id, abbreviation, name, state }) => {
        const whole = `${abbreviation} – ${name}`;
        const isLocked = state === "needs-key" || state === "not-granted";
        return (
          <option key={id} value={id}>
            {isLocked ? texts.locked(whole) : whole}
          </option>
        );
      })}
    </LabelledSelect>
  );
}

function BookSelect({ place, open }: { place: BiblePlace; open: Open }) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const booksOf = (testament: "ot" | "nt") =>
    BIBLE_BOOKS.filter((book) => book.testament === testament).map((book) => (
      <option key={book.id} value={book.id}>
        {bookName(book, language)}
      </option>
    ));
  return (
    <LabelledSelect
      label={texts.book}
      value={place.book.id}
      onChange={(value) => {
        const book = bookByAlias(value);
        if (book) open({ place: { book, chapter: 1 } });
      }}
    >
      <optgroup label={texts.oldTestament}>{booksOf("ot")}</optgroup>
      <optgroup label={texts.newTestament}>{booksOf("nt")}</optgroup>
    </LabelledSelect>
  );
}

/** The search term may be a reference: one tap or Enter opens it. */
function ReferenceLink({ term, open }: { term: string; open: Open }) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const reference = readTypedReference(term);
  if (!reference) return null;
  const { from, to } = reference.verses ?? { from: 0, to: 0 };
  const verses = from === to ? `:${from}` : `:${from}-${to}`;
  const name = `${placeName(reference, language)}${reference.verses ? verses : ""}`;
  return (
    <button
      type="button"
      onClick={() => open(targetOf(reference))}
      className={buttonStyle("brand", "justify-self-start")}
    >
      <CornerDownRight aria-hidden className="size-4" />
      <span>{texts.goTo(name)}</span>
    </button>
  );
}

type Reference = NonNullable<ReturnType<typeof readTypedReference>>;

function targetOf({ book, chapter, verses }: Reference): { place: BiblePlace; verse?: number } {
  return { place: { book, chapter }, ...(verses && { verse: verses.from }) };
}
