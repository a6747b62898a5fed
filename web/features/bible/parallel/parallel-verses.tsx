import { ArrowLeftRight, X } from "lucide-react";
import type { ReactNode } from "react";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { LabelledSelect } from "#web/features/bible/labelled-select.tsx";
import { VerseText } from "#web/features/bible/text/verse-text.tsx";
import type { useBiblePlace } from "#web/features/bible/use-bible-location.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { ParallelRow, PlacedVerse } from "./align.domain.ts";
import { openBeside, useVersionsBeside } from "./second-version-select.tsx";
import { useSecondText } from "./use-second-text.ts";

type ParallelVersesProps = {
  version: ReaderVersion;
  beside: ReaderVersion;
  place: BiblePlace;
  verses: readonly BibleVerse[];
  /** Class of the text. */
  className: string;
  open: ReturnType<typeof useBiblePlace>["open"];
  /** Renders a verse of the first version with its actions. */
  card: (verse: BibleVerse) => ReactNode;
};

/** A chapter in two versions: side by side, on narrow screens verse by verse. */
export function ParallelVerses(props: ParallelVersesProps) {
  const { version, beside, place, verses, className, card } = props;
  const texts = useTexts(bibleMessages);
  const second = useSecondText({ version, place, verses }, beside);
  return (
    <>
      <BesideBar {...props} />
      {second.isFailed && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
          {texts.loadFailed}
          <button type="button" className={buttonStyle("outline")} onClick={second.retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      <ol className={className} aria-busy={second.isLoading}>
        {second.rows.map((row) => (
          <Row key={keyOf(row)} row={row} version={version} beside={beside} card={card} />
        ))}
      </ol>
      <p className="mt-4 text-sm text-ink-soft">{second.copyright}</p>
    </>
  );
}

/** The second version's name, with buttons to swap and to close. */
function BesideBar({ version, beside, open }: ParallelVersesProps) {
  const texts = useTexts(bibleMessages);
  const others = useVersionsBeside(version);
  return (
    <div className="mt-4 flex items-end gap-2">
      <div className="min-w-0 grow">
        <LabelledSelect
          label={texts.sideBySide}
          value={beside.id}
          short={beside.abbreviation}
          onChange={(value) => {
            const chosen = others.find(({ id }) => id === value);
            if (chosen) openBeside(open, chosen);
          }}
        >
          {others.map(({ id, abbreviation, name }) => (
            <option key={id} value={id}>
              {`${abbreviation} – ${name}`}
            </option>
          ))}
        </LabelledSelect>
      </div>
      <IconButton
        label={texts.swapVersions}
        onClick={() => open({ version: beside, beside: version })}
      >
        <ArrowLeftRight aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={texts.closeSecondVersion} onClick={() => open({ beside: null })}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}

type RowProps = Pick<ParallelVersesProps, "version" | "beside" | "card"> & { row: ParallelRow };

function Row({ row, version, beside, card }: RowProps) {
  return (
    <li className="grid grid-cols-1 gap-x-4 border-b border-line py-1 md:grid-cols-2">
      <ol lang={version.language} className="grid grid-cols-1">
        {row.first.map(({ verse }) =>
          // A line already separates the rows where a paragraph would begin.
          verse.verse === 0 ? (
            <Title key={0} text={verse.text} />
          ) : (
            card({ ...verse, isParagraph: false })
          ),
        )}
      </ol>
      <ol lang={beside.language} className="grid grid-cols-1 text-ink-soft">
        {row.second.map((placed) => (
          <SecondVerse key={`${placed.chapter}:${placed.verse.verse}`} {...placed} />
        ))}
      </ol>
    </li>
  );
}

function SecondVerse({ verse }: PlacedVerse) {
  if (verse.verse === 0) return <Title text={verse.text} />;
  return (
    <li className="flex items-start gap-1 px-1 py-1">
      <span className="mt-1 w-8 shrink-0 text-center font-sans text-xs font-bold">
        {verse.verse}
      </span>
      <p className="min-w-0 grow wrap-anywhere">
        <VerseText verse={verse} term="" />
      </p>
    </li>
  );
}

function Title({ text }: { text: string }) {
  return <li className="px-3 pb-2 italic">{text}</li>;
}

function keyOf({ first, second }: ParallelRow): string {
  const [placed] = [...first, ...second];
  return placed ? `${placed.chapter}:${placed.verse.verse}` : "";
}
