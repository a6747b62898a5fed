import { BookMarked } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { BIBLE_BOOKS, bookName } from "#shared/bible/bible-books.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import {
  firstVersion,
  type ReaderVersion,
  useVersions,
  STORED_VERSION,
} from "#web/base/reading/bible-versions.data.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { LabelledSelect } from "#web/features/bible/labelled-select.tsx";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { ItemsPage } from "#web/ui/titled-page.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { syncBookmarkList } from "./sync-bookmark-list.ts";
import {
  isAskedFor,
  labelsInUse,
  MARK_COLOURS,
  type MarkFilter,
  type MarkKind,
  marksAsJson,
  marksAsMarkdown,
  placedMarks,
  type PlacedMark,
} from "./marks.domain.ts";
import { MarkItem } from "./mark-item.tsx";

const KINDS: readonly MarkKind[] = ["highlight", "note", "bookmark"];
const EVERYTHING: MarkFilter = { kind: null, colour: null, book: null, label: null, term: "" };
/** Marks per page. */
const PAGE_MARKS = 100;

/** All of a reader's marks with filters, in the numbering of the current version. */
export function MyMarksPage() {
  const texts = useTexts(marksMessages);
  const { language } = useSite();
  const stored = useItems("bible-mark");
  const { items } = stored;
  const version = useReadVersion();
  const [filter, setFilter] = useState(EVERYTHING);
  const all = useMemo(() => placedMarks(items, version, language), [items, version, language]);
  const shown = all.filter((mark) => isAskedFor(mark, filter));
  useEffect(() => {
    void syncBookmarkList();
  }, []);

  return (
    <ItemsPage texts={texts} items={stored}>
      {all.length === 0 ? (
        <NoMarks />
      ) : (
        <>
          <Filters all={all} filter={filter} onFilter={setFilter} />
          <p role="status" className="mb-4 text-ink-soft">
            {shown.length === 0 ? texts.noneFound : texts.count(shown.length)}
          </p>
          <MarkList key={JSON.stringify(filter)} marks={shown} version={version} />
          <Export all={all} />
        </>
      )}
    </ItemsPage>
  );
}

/** Returns the last version read on this device: the reader knows its numbering. */
function useReadVersion(): ReaderVersion {
  const { language } = useSite();
  const { all } = useVersions();
  const [id] = useStored(STORED_VERSION);
  return all.find((version) => version.id === id) ?? firstVersion(all, language);
}

function NoMarks() {
  const texts = useTexts(marksMessages);
  return (
    <NoticeCard Icon={BookMarked} title={texts.empty} text={texts.emptyHint}>
      <Link to="/bible" className={buttonStyle("brand")}>
        {texts.openBible}
      </Link>
    </NoticeCard>
  );
}

type FiltersProps = {
  all: readonly PlacedMark[];
  filter: MarkFilter;
  onFilter: (filter: MarkFilter) => void;
};

function Filters({ all, filter, onFilter }: FiltersProps) {
  const texts = useTexts(marksMessages);
  const { language } = useSite();
  const books = BIBLE_BOOKS.filter(({ usfm }) => all.some(({ data }) => data.book === usfm));
  const labels = labelsInUse(all);
  const everything = <option value="">{texts.all}</option>;
  return (
    <div className="mb-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <LabelledSelect
          label={texts.kind}
          value={filter.kind ?? ""}
          onChange={(value) =>
            onFilter({ ...filter, kind: KINDS.find((kind) => kind === value) ?? null })
          }
        >
          {everything}
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </LabelledSelect>
        <LabelledSelect
          label={texts.colour}
          value={String(filter.colour ?? "")}
          onChange={(value) =>
            onFilter({
              ...filter,
              colour: MARK_COLOURS.find((colour) => String(colour) === value) ?? null,
            })
          }
        >
          {everything}
          {MARK_COLOURS.map((colour) => (
            <option key={colour} value={colour}>
              {texts.colours[colour]}
            </option>
          ))}
        </LabelledSelect>
        <LabelledSelect
          label={texts.book}
          value={filter.book ?? ""}
          onChange={(value) => onFilter({ ...filter, book: value || null })}
        >
          {everything}
          {books.map((book) => (
            <option key={book.usfm} value={book.usfm}>
              {bookName(book, language)}
            </option>
          ))}
        </LabelledSelect>
        <LabelledSelect
          label={texts.label}
          value={filter.label ?? ""}
          onChange={(value) => onFilter({ ...filter, label: value || null })}
        >
          {everything}
          {labels.map((label) => (
            <option key={label} value={label}>
              #{label}
            </option>
          ))}
        </LabelledSelect>
      </div>
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={filter.term}
        onChange={(event) => onFilter({ ...filter, term: event.target.value })}
        className="mt-3 h-11 w-full rounded-full border border-line bg-surface px-4 text-base"
      />
    </div>
  );
}

type MarkListProps = { marks: readonly PlacedMark[]; version: ReaderVersion };

function MarkList({ marks, version }: MarkListProps) {
  const texts = useTexts(marksMessages);
  const toast = useToast();
  const [limit, setLimit] = useState(PAGE_MARKS);

  function remove({ id, data, name }: PlacedMark) {
    void removeItem("bible-mark", id);
    toast({
      tone: "done",
      title: texts.removed,
      text: name,
      action: { label: texts.undo, onAct: () => void putItem("bible-mark", id, data) },
    });
  }

  return (
    <>
      <ul className="grid gap-2">
        {marks.slice(0, limit).map((mark) => (
          <li key={mark.id}>
            <MarkItem mark={mark} version={version} onRemove={() => remove(mark)} />
          </li>
        ))}
      </ul>
      {marks.length > limit && (
        <button
          type="button"
          onClick={() => setLimit(limit + PAGE_MARKS)}
          className={buttonStyle("outline", "mt-4")}
        >
          {texts.showMore}
        </button>
      )}
    </>
  );
}

function Export({ all }: { all: readonly PlacedMark[] }) {
  const texts = useTexts(marksMessages);
  const offer = (text: string, type: string, name: string) =>
    downloadBlob(new Blob([text], { type }), name);
  return (
    <div className="mt-8 border-t border-line pt-5">
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className={buttonStyle("outline")}
          onClick={() => offer(marksAsMarkdown(all, texts), "text/markdown", "bible-marks.md")}
        >
          {texts.exportMarkdown}
        </button>
        <button
          type="button"
          className={buttonStyle("outline")}
          onClick={() => offer(marksAsJson(all), "application/json", "bible-marks.json")}
        >
          {texts.exportJson}
        </button>
      </div>
      <p className="mt-2 text-sm text-ink-soft">{texts.exportHint}</p>
    </div>
  );
}
