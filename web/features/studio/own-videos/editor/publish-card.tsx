import { ArrowUp, Check, ExternalLink } from "lucide-react";
import { useState } from "react";
import { LANGUAGES } from "#shared/languages.ts";
import {
  type OwnVideoEditorMessages,
  ownVideoEditorMessages,
} from "#shared/messages/studio/own-video-editor.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { publish } from "#web/features/studio/kit/documents.data.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import {
  useInvalidateStudio,
  useStudioToast,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { actOnOwnVideo } from "#web/features/studio/own-videos/own-videos.data.ts";
import { useOwnVideoAction } from "#web/features/studio/own-videos/use-own-videos.ts";
import type { ListedCategory } from "#web/features/studio/videos/category-list.domain.ts";
import { useCategories, useNameOf } from "#web/features/studio/videos/videos.data.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { CheckField } from "./check-field.tsx";
import type { Facts } from "./use-facts-draft.ts";

type PublishCardProps = {
  facts: Facts;
  /** Saves what was typed, cut and chosen. @returns false when that failed */
  saveAll: () => Promise<boolean>;
};

/** What publishing makes, the button for it, and what there is afterwards. */
export function PublishCard({ facts, saveAll }: PublishCardProps) {
  const { publish: texts } = useTexts(ownVideoEditorMessages);
  return (
    <StudioCard
      title={texts.title}
      mark={facts.values.isPublished && <StatusLabel tone="good" text={texts.isPublished} />}
    >
      {facts.values.isPublished ? (
        <Published facts={facts} />
      ) : (
        <Unpublished facts={facts} saveAll={saveAll} />
      )}
    </StudioCard>
  );
}

function useCategoryOf(id: string): { category: ListedCategory | undefined; name: string } {
  const { data = [] } = useCategories();
  const nameOf = useNameOf();
  const category = data.find((one) => one.id === id);
  return { category, name: category === undefined ? id : nameOf(category) };
}

function madeBy(
  { values }: Facts,
  category: string,
  { publish: { made }, facts: { shows } }: OwnVideoEditorMessages,
): readonly string[] {
  if (values.soundOf !== null) return [made.soundOf];
  return [
    made.video(category),
    made.sound,
    ...(values.show === null ? [] : [made.podcast(shows[values.show])]),
    ...(values.offlineAllowed ? [made.keep] : []),
  ];
}

const ANNOUNCEMENT_LENGTH = 240;
const ANNOUNCED_MS = 2 * 24 * 3_600_000;

function Unpublished({ facts, saveAll }: PublishCardProps) {
  const { values } = facts;
  const texts = useTexts(ownVideoEditorMessages);
  const { publish: publishTexts } = texts;
  const { can } = useStudio();
  const open = useClient();
  const act = useOwnVideoAction();
  const toast = useStudioToast();
  const invalidate = useInvalidateStudio();
  const { category, name } = useCategoryOf(values.category);
  const [isAnnouncing, setAnnouncing] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const mayAnnounce = can("announce") && values.soundOf === null;
  const title = values.title.trim();
  const isReady = values.state === "ready";

  async function announce(): Promise<boolean> {
    const text = Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        ownVideoEditorMessages[language].publish.announcement(title).slice(0, ANNOUNCEMENT_LENGTH),
      ]),
    );
    const result = await publish(open, {
      kind: "announcement",
      id: `a-${crypto.randomUUID().slice(0, 8)}`,
      changes: {
        text,
        severity: "info",
        link: `${category?.path ?? "/"}?v=${values.id}`,
        until: new Date(Date.now() + ANNOUNCED_MS).toISOString(),
      },
      baseVersion: 0,
      summary: publishTexts.announceSummary(title),
    });
    return result.ok && result.value.outcome === "published";
  }

  async function go(): Promise<void> {
    setGoing(true);
    if (await saveAll()) {
      const isAnnounced = mayAnnounce && isAnnouncing;
      const done = isAnnounced ? null : publishTexts.done;
      const published = await act(actOnOwnVideo(open, values.id, "publish"), done);
      if (published !== null) invalidate();
      if (published !== null && isAnnounced) {
        const isOut = await announce();
        toast({
          tone: isOut ? "done" : "danger",
          title: isOut ? publishTexts.announced : publishTexts.announceFailed,
        });
        invalidate();
      }
    }
    setGoing(false);
  }

  return (
    <div className="stack-4">
      <div>
        <p className="mb-2 font-medium">{publishTexts.at}</p>
        <ul className="stack-2">
          {madeBy(facts, name, texts).map((line) => (
            <li key={line} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
      {mayAnnounce && (
        <CheckField
          label={publishTexts.announce}
          hint={publishTexts.announceHint}
          checked={isAnnouncing}
          onChange={setAnnouncing}
        />
      )}
      {!isReady && <p className="text-ink-soft">{publishTexts.notReady}</p>}
      {isReady && title === "" && (
        <div className="stack-2">
          <p className="text-ink-soft">{publishTexts.needsTitle}</p>
          <button
            type="button"
            onClick={() => document.getElementsByName("title")[0]?.focus()}
            className={buttonStyle("outline")}
          >
            <ArrowUp aria-hidden className="size-4" />
            {publishTexts.toTitle}
          </button>
        </div>
      )}
      <button
        type="button"
        disabled={!isReady || title === "" || isGoing}
        onClick={() => void go()}
        className={buttonStyle("brand")}
      >
        {isGoing ? publishTexts.going : publishTexts.go}
      </button>
    </div>
  );
}

function Published({ facts: { values } }: { facts: Facts }) {
  const { publish: texts } = useTexts(ownVideoEditorMessages);
  const open = useClient();
  const act = useOwnVideoAction();
  const invalidate = useInvalidateStudio();
  const dayOf = useDayText();
  const { category } = useCategoryOf(values.category);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="stack-4">
      {values.publishedAt !== null && <p>{texts.since(dayOf(values.publishedAt))}</p>}
      <div className="button-row">
        {category !== undefined && values.soundOf === null && (
          <Link to={`${category.path}?v=${values.id}`} className={buttonStyle("brand")}>
            <ExternalLink aria-hidden className="size-4" />
            {texts.openVideo}
          </Link>
        )}
        {values.show !== null && values.soundOf === null && (
          <Link to="/podcasts" className={buttonStyle("outline")}>
            {texts.openPodcast}
          </Link>
        )}
        <button type="button" onClick={() => setAsking(true)} className={buttonStyle("danger")}>
          {texts.takeBack}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.takeBack}
          confirmText={texts.takeBack}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const taken = await act(actOnOwnVideo(open, values.id, "unpublish"), texts.tookBack);
            if (taken !== null) invalidate();
            setAsking(false);
          }}
        >
          {texts.takeBackText}
        </ConfirmDialog>
      )}
    </div>
  );
}
