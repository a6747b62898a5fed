import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { inOrder, stageOf } from "#shared/announcements/announcement.domain.ts";
import { announcementFields } from "#shared/announcements/announcement.schema.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { type AnnouncementBody, announcementBody } from "#shared/studio/kinds/announcement.ts";
import { documentsQuery, removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient, useSubpath } from "#web/features/studio/kit/studio-context.ts";
import {
  StatusLabel,
  StudioCard,
  StudioFailed,
  StudioLoading,
  StudioPage,
} from "#web/features/studio/kit/studio-page.tsx";
import { draftsQuery } from "#web/features/studio/kit/draft/drafts.data.ts";
import { usePublishAction, useReportResult } from "#web/features/studio/kit/use-publish-action.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import * as v from "valibot";
import { AnnouncementForm } from "./announcement-form.tsx";

const STAGES = ["now", "coming", "past"] as const;
const TONES = { now: "good", coming: "warn", past: "off" } as const;

/** List of announcements, with the form of the selected one below it. */
export function AnnouncementsPage() {
  const [id] = useSubpath();
  return id === undefined ? <AnnouncementList /> : <AnnouncementForm key={id} id={id} />;
}

function AnnouncementList() {
  const texts = useTexts(announcementsMessages);
  const [newId] = useState(newAnnouncementId);
  const open = useClient();
  const { data, isError, refetch } = useQuery(documentsQuery(open, "announcement"));
  const { data: drafts } = useQuery(draftsQuery(open, "announcement"));
  const now = useNow();
  const found = data?.filter(({ body }) => body !== null).map(read);
  const unpublished = drafts?.filter(({ id }) => found?.every(({ key }) => key !== id)) ?? [];
  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <Link to={`/studio/announcements/${newId}`} className={buttonStyle("brand")}>
          <Plus aria-hidden className="size-4" />
          {texts.write}
        </Link>
      }
    >
      {isError && <StudioFailed onRetry={() => void refetch()} />}
      {!isError && (found === undefined || now === null) && <StudioLoading />}
      {found?.length === 0 && unpublished.length === 0 && (
        <p className="text-ink-soft">{texts.none}</p>
      )}
      {found !== undefined && <Drafts drafts={unpublished} />}
      {now !== null &&
        found !== undefined &&
        STAGES.map((stage) => (
          <Stage
            key={stage}
            stage={stage}
            announcements={inOrder(found.filter(({ body }) => stageOf(body, now) === stage))}
          />
        ))}
    </StudioPage>
  );
}

/** Announcement with its document. An unreadable document has an empty body. */
type ListedAnnouncement = {
  key: string;
  severity: NonNullable<AnnouncementBody["severity"]>;
  from?: string | undefined;
  body: AnnouncementBody;
  document: StudioDocument;
  isBroken: boolean;
};

function read(document: StudioDocument): ListedAnnouncement {
  const { success, output } = v.safeParse(announcementBody, document.body);
  const body = success ? output : {};
  const { severity = "info", from } = body;
  return { key: document.id, severity, from, body, document, isBroken: !success };
}

const draftText = v.fallback(announcementFields.text, undefined);

type DraftsProps = { drafts: readonly { id: string; changes: Record<string, unknown> }[] };

/** Announcements that were never published. */
function Drafts({ drafts }: DraftsProps) {
  const texts = useTexts(announcementsMessages);
  const { language } = useSite();
  if (drafts.length === 0) return null;
  return (
    <StudioCard title={texts.drafts} mark={<StatusLabel tone="off" text={String(drafts.length)} />}>
      <ul className="divide-y divide-line">
        {drafts.map(({ id, changes }) => {
          const localized = textIn(v.parse(draftText, changes["text"]) ?? {}, language);
          return (
            <li key={id}>
              <Link
                to={`/studio/announcements/${id}`}
                lang={localized?.lang}
                className="flex min-h-11 items-center py-2 font-medium wrap-anywhere underline"
              >
                {localized?.text ?? texts.unnamed}
              </Link>
            </li>
          );
        })}
      </ul>
    </StudioCard>
  );
}

type StageProps = { stage: (typeof STAGES)[number]; announcements: readonly ListedAnnouncement[] };

function Stage({ stage, announcements }: StageProps) {
  const { stages } = useTexts(announcementsMessages);
  if (announcements.length === 0) return null;
  return (
    <StudioCard
      title={stages[stage]}
      mark={<StatusLabel tone={TONES[stage]} text={String(announcements.length)} />}
    >
      <ul className="divide-y divide-line">
        {announcements.map((listed) => (
          <Row key={listed.key} listed={listed} isNow={stage === "now"} />
        ))}
      </ul>
    </StudioCard>
  );
}

function Row({ listed, isNow }: { listed: ListedAnnouncement; isNow: boolean }) {
  const { body, document, isBroken, severity } = listed;
  const { language } = useSite();
  const texts = useTexts(announcementsMessages);
  const publish = usePublishAction();
  const report = useReportResult();
  const open = useClient();
  const [isBusy, setBusy] = useState(false);
  const localized = textIn(body.text ?? {}, language);
  const text = localized?.text ?? texts.unnamed;
  const name = { kind: document.kind, id: document.id, baseVersion: document.version };

  function once(doing: () => Promise<unknown>): void {
    setBusy(true);
    void doing().finally(() => setBusy(false));
  }

  function endNow(): Promise<unknown> {
    const until = new Date().toISOString();
    return publish({
      ...name,
      changes: { until },
      summary: texts.endedSummary(text),
      done: texts.ended,
    });
  }

  async function remove(): Promise<void> {
    report(
      await removeDocument(open, { ...name, summary: texts.removedSummary(text) }),
      texts.removed,
    );
  }

  return (
    <li className="stack-2 py-3">
      <p lang={localized?.lang} className="font-medium wrap-anywhere">
        {text}
      </p>
      <p className="text-sm text-ink-soft">
        <span>{isBroken ? texts.broken : texts.severities[severity]}</span>
        {body.push === true && <span>{` · ${texts.onPhones}`}</span>}
        <Span body={body} />
      </p>
      <div className="button-row">
        {!isBroken && (
          <Link
            to={`/studio/announcements/${document.id}`}
            aria-label={texts.edit(text)}
            className={buttonStyle("outline")}
          >
            <Pencil aria-hidden className="size-4" />
          </Link>
        )}
        {isNow && !isBroken && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={texts.endNowOf(text)}
            onClick={() => once(endNow)}
            className={buttonStyle("outline")}
          >
            {texts.endNow}
          </button>
        )}
        <button
          type="button"
          disabled={isBusy}
          aria-label={texts.removeOf(text)}
          onClick={() => once(remove)}
          className={buttonStyle("danger")}
        >
          {texts.remove}
        </button>
      </div>
    </li>
  );
}

/** Start and end of an announcement, in the time zone of the device. */
function Span({ body: { from, until } }: { body: AnnouncementBody }) {
  const texts = useTexts(announcementsMessages);
  const timeText = useTimeText();
  if (from === undefined && until === undefined) return null;
  const text =
    until === undefined
      ? texts.onlyFrom(timeText(from ?? ""))
      : from === undefined
        ? texts.onlyUntil(timeText(until))
        : texts.span(timeText(from), timeText(until));
  return <span className="block">{text}</span>;
}

function newAnnouncementId(): string {
  return `a-${crypto.randomUUID().slice(0, 8)}`;
}
