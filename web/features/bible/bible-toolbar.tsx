import { clsx } from "clsx";
import {
  ALargeSmall,
  BookMarked,
  CalendarCheck,
  ChevronDown,
  CornerDownRight,
  type LucideIcon,
  Search,
} from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useVersions } from "#web/base/reading/bible-versions.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { addressOf } from "./bible-address.domain.ts";
import { PILL_STYLE, PillSelect } from "./labelled-select.tsx";
import { PlaceSelects } from "./place-selects.tsx";
import { PlaceSheet } from "./place-sheet.tsx";
import type { OpenBible, useBibleLocation } from "./use-bible-location.ts";
import "./bible.css";

type Open = ReturnType<typeof useBibleLocation>["open"];

type BibleToolbarProps = Omit<OpenBible, "verse"> & {
  open: Open;
  versionRef: RefObject<HTMLSelectElement | null>;
  term: string;
  onTerm: (term: string) => void;
  listenButton: ReactNode;
  /** Text size and look of the text. */
  textControls: ReactNode;
};

/**
 * The reader's bar, which stays on the screen: location, version, listening, search and text size.
 * On small screens the selectors of the location are in a sheet, and search and text controls in a
 * second row that opens.
 */
export function BibleToolbar(props: BibleToolbarProps) {
  const { version, place, open, versionRef, term, onTerm } = props;
  const texts = useTexts(bibleMessages);
  const links = useTexts(readingLinkMessages);
  const barRef = useStickyBelowHeader();
  const searchRef = useRef<HTMLDivElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isSizing, setIsSizing] = useState(false);
  // The search belongs to the chapter in which it was opened: a result closes it.
  const here = addressOf(version, place);
  const [searchedAt, setSearchedAt] = useState<string | null>(null);
  const isSearching = searchedAt === here || term !== "";
  useEffect(() => {
    if (searchedAt !== null) searchRef.current?.querySelector("input")?.focus();
  }, [searchedAt]);

  return (
    <>
      <div ref={barRef} className="bible-bar border-b border-line bg-canvas print:hidden">
        <div className="page py-1">
          <div className="bible-tools flex flex-wrap items-center gap-0.5">
            <PlaceButton place={place} onOpen={() => setIsChoosing(true)} />
            {!isChoosing && (
              <div className="bible-places gap-1.5">
                <PlaceSelects place={place} open={open} Select={PillSelect} />
              </div>
            )}
            <VersionSelect version={version} open={open} versionRef={versionRef} />
            <div className="bible-tools ml-auto flex items-center gap-0.5">
              <IconButton
                label={texts.openSearch}
                aria-expanded={isSearching}
                className={clsx("lg:hidden", isSearching && "bg-raised")}
                onClick={() => {
                  setSearchedAt(isSearching ? null : here);
                  if (isSearching) onTerm("");
                }}
              >
                <Search aria-hidden className="size-5" />
              </IconButton>
              <IconButton
                label={texts.textSettings}
                aria-expanded={isSizing}
                className={clsx("lg:hidden", isSizing && "bg-raised")}
                onClick={() => setIsSizing(!isSizing)}
              >
                <ALargeSmall aria-hidden className="size-5" />
              </IconButton>
              {props.listenButton}
              <ReadingLink to="/bible/plans" Icon={CalendarCheck} text={links.plans} isSecond />
              <ReadingLink to="/bible/marks" Icon={BookMarked} text={links.marks} />
            </div>
          </div>
          <div ref={searchRef} className={clsx("bible-row bible-search", isSearching && "is-open")}>
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
          </div>
          <div
            className={clsx(
              "bible-row bible-text flex items-center justify-center gap-2",
              isSizing && "is-open",
            )}
          >
            {props.textControls}
          </div>
        </div>
      </div>
      {isChoosing && (
        <PlaceSheet
          place={place}
          open={open}
          links={
            <>
              <SheetLink to="/bible/plans" Icon={CalendarCheck} text={links.plans} />
              <SheetLink to="/bible/marks" Icon={BookMarked} text={links.marks} />
            </>
          }
          onClose={() => setIsChoosing(false)}
        />
      )}
      <ReferenceLink term={term} open={open} />
    </>
  );
}

/**
 * Tells the bar the header's height, which depends on language and text size. While the visitor
 * reads on, the header leaves and the bar moves up to its place.
 */
function useStickyBelowHeader(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const header = document.querySelector<HTMLElement>("#root > header");
    if (!header) return;
    const observer = new ResizeObserver(() =>
      ref.current?.style.setProperty("--below-header", `${header.offsetHeight}px`),
    );
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return ref;
}

/** Opens the sheet with the selectors; a long book name is cut, never its chapter. */
function PlaceButton({ place, onOpen }: { place: BiblePlace; onOpen: () => void }) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const name = placeName(place, language);
  const end = name.lastIndexOf(" ");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={clsx(PILL_STYLE, "bible-place hover:bg-line lg:hidden")}
    >
      <span className="sr-only">{texts.choosePlace}</span>
      <span className="min-w-0 truncate">{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
    </button>
  );
}

type ReadingLinkProps = { to: string; Icon: LucideIcon; text: string };

/** Icon only where the bar has no room. */
function ReadingLink({ to, Icon, text, isSecond }: ReadingLinkProps & { isSecond?: true }) {
  return (
    <Link
      to={to}
      title={text}
      className={clsx(
        "bible-link inline-flex size-11 shrink-0 items-center justify-center gap-1.5 rounded-full text-sm font-semibold text-ink-soft hover:bg-raised hover:text-ink",
        isSecond ? "is-second" : "max-[22rem]:hidden",
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="sr-only">{text}</span>
    </Link>
  );
}

function SheetLink({ to, Icon, text }: ReadingLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 grow items-center justify-center gap-2 rounded-full bg-raised px-3 text-sm font-semibold hover:bg-line"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span>{text}</span>
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
    <PillSelect
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
    </PillSelect>
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
    <div className="page pt-4">
      <button
        type="button"
        onClick={() => open(targetOf(reference))}
        className={buttonStyle("brand")}
      >
        <CornerDownRight aria-hidden className="size-4" />
        <span>{texts.goTo(name)}</span>
      </button>
    </div>
  );
}

type Reference = NonNullable<ReturnType<typeof readTypedReference>>;

function targetOf({ book, chapter, verses }: Reference): { place: BiblePlace; verse?: number } {
  return { place: { book, chapter }, ...(verses && { verse: verses.from }) };
}
