import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, CircleStop, Radio, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import type { StudioIngest } from "#shared/studio/studio-ingest.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel, StudioCard, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useClock, useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { MakeSermonButton } from "#web/features/studio/own-videos/from-recording.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStore } from "#web/lib/store.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import {
  ingestQuery,
  markChapter,
  nameChapter,
  recordingsQuery,
  removeChapter,
  stopBroadcast,
} from "./broadcast.data.ts";
import { broadcastFacts, broadcastState, checkResultText } from "./broadcast-facts.domain.ts";
import { useChannelActions } from "./channel-buttons.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { EncoderSetUp } from "./encoder-set-up.tsx";
import { sendingChannel } from "./go-live/sending-channel.ts";
import { useBroadcastAction } from "./use-broadcast-action.ts";
import { FactList, WarningList } from "./fact-lists.tsx";

type BroadcastCardProps = {
  channel: ListedChannel;
  /** Broadcast from this browser. */
  goLive?: ReactNode;
};

/** What a channel receives from OBS or a phone, and what encoders need to send to it. */
export function BroadcastCard({ channel, goLive }: BroadcastCardProps) {
  const { api } = useSite();
  const texts = useTexts(broadcastMessages);
  const timeOf = useClock();
  const sendingTo = useStore(sendingChannel);
  const query = useQuery(ingestQuery(api, useClient(), channel.id));
  const broadcast = query.data?.broadcast ?? null;
  const isShown = showsBroadcasts(channel);
  const state = broadcastState(broadcast, texts, timeOf, isShown);
  /** The broadcast that runs, or that ran last while the page is open. */
  const [seen, setSeen] = useState(broadcast?.id ?? null);
  if (broadcast !== null && broadcast.id !== seen) setSeen(broadcast.id);
  return (
    <StudioCard title={texts.title} mark={query.data && <StatusLabel {...state} />}>
      <StudioQuery query={query}>
        {(ingest) => (
          <div className="stack-5">
            {!isShown && <ShowBroadcasts channel={channel} />}
            {ingest.broadcast !== null && <Problems broadcast={ingest.broadcast} />}
            <Facts ingest={ingest} />
            {ingest.broadcast !== null && (
              <Running
                key={ingest.broadcast.id}
                broadcast={ingest.broadcast}
                isFromHere={sendingTo === channel.id}
              />
            )}
            {goLive}
            {ingest.broadcast === null && seen !== null && (
              <Ended channelId={channel.id} broadcastId={seen} />
            )}
            <EncoderSetUp channelId={channel.id} ingest={ingest} />
          </div>
        )}
      </StudioQuery>
    </StudioCard>
  );
}

/** Returns whether viewers of the channel see what it receives. */
export const showsBroadcasts = ({ body }: ListedChannel): boolean => body.source?.kind === "ingest";

/** Makes broadcasts the source of the channel in one tap; what plays now becomes the back-up. */
export function ShowBroadcasts({ channel }: { channel: ListedChannel }) {
  const texts = useTexts(broadcastMessages);
  const { toLink } = useChannelActions(channel);
  return (
    <div className="stack-3">
      <p className="text-ink-soft">{texts.notShown}</p>
      <button
        type="button"
        onClick={() => void toLink({ kind: "ingest" })}
        className={buttonStyle("brand")}
      >
        <Radio aria-hidden className="size-4" />
        {texts.show}
      </button>
    </div>
  );
}

type Broadcast = NonNullable<StudioIngest["broadcast"]>;

/** CheckResults about the input; announced, because they appear during a service. */
function Problems({ broadcast: { checkResults, recordingProblem } }: { broadcast: Broadcast }) {
  const { language } = useSite();
  const texts = useTexts(broadcastMessages);
  const { locale } = LANGUAGE_FACTS[language];
  const lines = [
    ...(recordingProblem === null ? [] : [texts.recordingProblem[recordingProblem]]),
    ...checkResults.map((checkResult) => checkResultText(checkResult, texts, locale)),
  ];
  return <WarningList tone="bad" lines={lines} />;
}

/** Says that a broadcast is over, and leads to the page on which its recording is published. */
function Ended({ channelId, broadcastId }: { channelId: string; broadcastId: string }) {
  const { api } = useSite();
  const { ended } = useTexts(broadcastMessages);
  const timeOf = useTimeText();
  const { can } = useStudio();
  const { data } = useQuery(recordingsQuery(api, useClient(), channelId, ""));
  const recording = data?.recordings.find(({ id }) => id.startsWith(`${broadcastId}-`));
  const startedAt = recording?.startedAt ?? null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-xl bg-raised p-4">
      <StatusLabel tone="good" text={startedAt === null ? ended.text : ended.recorded} />
      {can("videos") && recording && startedAt !== null && (
        <MakeSermonButton
          channel={channelId}
          recording={recording.id}
          start={timeOf(startedAt)}
          tone="brand"
        />
      )}
    </div>
  );
}

function Facts({ ingest }: { ingest: StudioIngest }) {
  const { language } = useSite();
  const texts = useTexts(broadcastMessages);
  const facts = broadcastFacts(ingest, texts, LANGUAGE_FACTS[language].locale);
  return (
    <FactList
      facts={facts}
      className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4"
    />
  );
}

type RunningProps = {
  broadcast: Broadcast;
  /** The camera of this device, which has its own end button, sends it. */
  isFromHere: boolean;
};

/** Chapters and the end of a running broadcast. */
function Running({ broadcast, isFromHere }: RunningProps) {
  const texts = useTexts(broadcastMessages);
  const open = useClient();
  const act = useBroadcastAction();
  const [isStopping, setStopping] = useState(false);
  return (
    <div className="stack-4">
      <div className="button-row">
        <button
          type="button"
          className={buttonStyle("brand")}
          onClick={() => void act(markChapter(open, broadcast.id), texts.marked)}
        >
          <BookmarkPlus aria-hidden className="size-4" />
          {texts.mark}
        </button>
        {!isFromHere && (
          <button type="button" className={buttonStyle("danger")} onClick={() => setStopping(true)}>
            <CircleStop aria-hidden className="size-4" />
            {texts.stop}
          </button>
        )}
      </div>
      {broadcast.chapters.length > 0 && <Chapters chapters={broadcast.chapters} />}
      {isStopping && (
        <ConfirmDialog
          title={texts.stop}
          confirmText={texts.stop}
          onClose={() => setStopping(false)}
          onConfirm={async () => {
            await act(stopBroadcast(open, broadcast.id), texts.stopped);
            setStopping(false);
          }}
        >
          {texts.stopText[broadcast.via]}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Chapters({ chapters }: Pick<Broadcast, "chapters">) {
  const texts = useTexts(broadcastMessages);
  const timeOf = useClock();
  const open = useClient();
  const act = useBroadcastAction();
  return (
    <section aria-label={texts.chapters}>
      <h3 className="mb-2 text-sm font-semibold">{texts.chapters}</h3>
      <ul className="stack-2">
        {chapters.map(({ id, at, title }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="shrink-0 text-sm text-ink-soft tabular-nums">{timeOf(at)}</span>
            <input
              aria-label={texts.chapterName(timeOf(at))}
              defaultValue={title}
              maxLength={120}
              onBlur={({ currentTarget: { value } }) => {
                if (value.trim() !== title) void act(nameChapter(open, id, value), texts.named);
              }}
              className="h-11 min-w-0 flex-1 rounded-xl border border-ink-soft/60 bg-surface px-3 text-base"
            />
            <button
              type="button"
              aria-label={texts.removeChapter(timeOf(at))}
              title={texts.removeChapter(timeOf(at))}
              onClick={() => void act(removeChapter(open, id), null)}
              className={buttonStyle("outline", "min-w-11 px-3!")}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
