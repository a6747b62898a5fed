import { useState } from "react";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import type { StudioTexts } from "#shared/studio/bible-texts.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import {
  StudioCard,
  StatusLabel,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useTextFormats, TextsOffered } from "./texts-offered.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { offeredTextsQuery, addText, removeText, textsQuery } from "./bible-texts.data.ts";
import type { ApiResult } from "#web/features/studio/kit/result.ts";
import { useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";

type InstalledText = StudioTexts["here"][number];
type InstalledTextsProps = {
  texts: readonly InstalledText[];
  onRemove: (id: string) => Promise<void>;
};

/** Installed texts with their licences; each can be removed after a confirmation. */
function InstalledTexts({ texts: shown, onRemove }: InstalledTextsProps) {
  const { here } = useTexts(bibleTextsMessages);
  const [removing, setRemoving] = useState<InstalledText | null>(null);
  return (
    <StudioCard title={here.title}>
      {shown.length === 0 && <p className="text-ink-soft">{here.none}</p>}
      <ul className="divide-y divide-line">
        {shown.map((text) => (
          <InstalledTextItem key={text.id} text={text} onRemove={() => setRemoving(text)} />
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title={here.removeTitle}
          confirmText={here.removeConfirm}
          onConfirm={async () => {
            await onRemove(removing.id);
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{here.removeText(removing.name)}</p>
          {removing.isConfigured && <p className="mt-2">{here.comesBack}</p>}
        </ConfirmDialog>
      )}
    </StudioCard>
  );
}

function InstalledTextItem({ text, onRemove }: { text: InstalledText; onRemove: () => void }) {
  const { here, licences } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const { name, language, licence, verses, books, bytes, source } = text;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <h3 className="font-semibold">
          <bdi>{name}</bdi> · {formats.languageName(language)}
        </h3>
        <p className="text-sm text-ink-soft">
          {here.facts(formats.number(verses), formats.number(books), formats.megabytes(bytes))}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {licences[licence]} · {here.source(source)}
        </p>
      </div>
      <button
        type="button"
        aria-label={here.remove(name)}
        onClick={onRemove}
        className={buttonStyle("outline")}
      >
        {here.removeConfirm}
      </button>
    </li>
  );
}

type TextDownload = StudioTexts["coming"][number];
type TextDownloadsProps = {
  texts: readonly TextDownload[];
  onAgain: (serviceId: string) => Promise<void>;
  onCancel: (serviceId: string) => Promise<void>;
};

/** Progress of downloads and reasons of failures; renders nothing without downloads. */
function TextDownloads({ texts, onAgain, onCancel }: TextDownloadsProps) {
  const { coming } = useTexts(bibleTextsMessages);
  const offered = useQuery(offeredTextsQuery(useSite().api, useClient()));
  const names = new Map(offered.data?.texts.map(({ serviceId, name }) => [serviceId, name]));
  if (texts.length === 0) return null;
  return (
    <StudioCard title={coming.title}>
      <ul className="divide-y divide-line">
        {texts.map((text) => (
          <DownloadItem
            key={text.serviceId}
            text={text}
            name={names.get(text.serviceId) ?? text.serviceId}
            onAgain={() => void onAgain(text.serviceId)}
            onCancel={() => void onCancel(text.serviceId)}
          />
        ))}
      </ul>
    </StudioCard>
  );
}

type DownloadItemProps = {
  text: TextDownload;
  /** Name of the service, or the text's id while it is unknown. */
  name: string;
  onAgain: () => void;
  onCancel: () => void;
};

function DownloadItem({ text, name, onAgain, onCancel }: DownloadItemProps) {
  const { coming } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const timeText = useTimeText();
  const { done, total, problem, nextAt, isConfigured } = text;
  const progress =
    total === 0 ? coming.begins : coming.progress(formats.number(done), formats.number(total));
  return (
    <li className="stack-3 py-3">
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h3>
      {problem !== null && <StatusLabel tone="bad" text={coming.failed[problem]} />}
      <p role="status" className="text-sm text-ink-soft">
        <span>{progress}</span>
        {nextAt !== null && <span>{` ${coming.next(timeText(nextAt))}`}</span>}
      </p>
      {total > 0 && <ProgressBar share={done / total} label={progress} />}
      <div className="button-row">
        {problem !== null && (
          <button
            type="button"
            aria-label={coming.again(name)}
            onClick={onAgain}
            className={buttonStyle("brand")}
          >
            {coming.againLabel}
          </button>
        )}
        {!isConfigured && (
          <button
            type="button"
            aria-label={coming.cancel(name)}
            onClick={onCancel}
            className={buttonStyle("outline")}
          >
            {coming.cancelLabel}
          </button>
        )}
      </div>
    </li>
  );
}

/** Free Bible texts: installed ones, running downloads and those that can be added. */
export function BibleTextsPage() {
  const texts = useTexts(bibleTextsMessages);
  const open = useClient();
  const query = useQuery(textsQuery(useSite().api, open));
  const showResult = useShowResult();
  const add = async (serviceId: string): Promise<void> =>
    showResult(await addText(open, serviceId));
  const remove = async (id: string): Promise<void> => showResult(await removeText(open, id));
  return (
    <StudioPage title={texts.title} intro={texts.intro}>
      <StudioQuery query={query}>
        {(data) => (
          <>
            <InstalledTexts texts={data.here} onRemove={remove} />
            <TextDownloads texts={data.coming} onAgain={add} onCancel={remove} />
            <TextsOffered known={data} onAdd={add} />
          </>
        )}
      </StudioQuery>
    </StudioPage>
  );
}

/** Shows the state after a change, or why the change failed. */
function useShowResult(): (result: ApiResult<StudioTexts>) => void {
  const queryClient = useQueryClient();
  const showFailure = useFailureToast();
  return (result) => {
    if (result.ok) queryClient.setQueryData(["studio", "bible-texts"], result.value);
    else showFailure(result.failure);
  };
}
