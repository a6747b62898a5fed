import { clsx } from "clsx";
import { ListStart } from "lucide-react";
import {
  type ComponentProps,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ScheduledProgramme } from "#shared/contracts/programme-guide.ts";
import type { EmbedCommand } from "#shared/embed/embed-protocol.ts";
import { type ChannelId, channelIds, channelNamed } from "#shared/live/channels.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useMayAutoplay } from "#web/base/data-saver/data-saver.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { optional } from "#web/ui/optional.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { HydrateNear, useHydrationGate } from "#web/ui/hydrate-near.tsx";
import { Link } from "#web/ui/link.tsx";
import { LiveBadge } from "./live-badge.tsx";
import { badgeState, NO_PLAYER_STATUS } from "./player-status.ts";
import { ChannelSubline } from "./channel-card.tsx";
import { ChannelListen } from "./channel-sound.tsx";
import { ChannelPlayer } from "./channel-player.tsx";
import { leadingStart } from "./use-auto-start.ts";
import { useChannelStatus, useLeadingChannel } from "./live.data.ts";
import { ChannelSchedule } from "#web/features/live/schedule/channel-schedule.tsx";
import { ProgrammePlayer } from "#web/features/live/schedule/programme-player.tsx";
import { ServicesCard } from "#web/features/live/services/services-card.tsx";

const ChannelOnTv = optional(async () => (await import("./channel-controls.tsx")).ChannelOnTv);

const POSTER_SIZES = "(min-width: 96rem) 1060px, (min-width: 64rem) 68vw, calc(100vw - 2rem)";

type LiveTvPageProps = {
  /** Button that turns the reminder of services on. */
  reminder: ReactNode;
  /** All reminders, below the services. */
  reminders: ReactNode;
};

/** The programme that the visitor plays from its beginning, and its channel. */
type Restarted = { id: ChannelId; programme: ScheduledProgramme };

/** Live TV: one large player, the day's schedule, the choice of channel, the service times and reminders. */
export function LiveTvPage({ reminder, reminders }: LiveTvPageProps) {
  const { ministry } = useSite();
  const liveTv = useTexts(liveTvMessages);
  const parameters = useSearchParameters();
  const frameRef = useRef<HTMLIFrameElement>(null);
  const playerRef = useRef<HTMLDivElement>(null);
  const [playerStatus, setPlayerStatus] = useState(NO_PLAYER_STATUS);
  const { channels } = ministry;
  const lead = useLeadingChannel();
  const wanted = parameters.get("channel");
  const id = channelIds(channels).find((known) => known === wanted) ?? lead;
  const { name, isLinear } = channelNamed(channels, id);
  const status = useChannelStatus(id);
  const [restarted, setRestarted] = useState<Restarted | null>(null);
  const programme = restarted?.id === id ? restarted.programme : null;
  useLandscapeScroll(playerRef);
  useEffect(() => {
    if (restarted) playerRef.current?.scrollIntoView(WHOLE);
  }, [restarted]);

  return (
    <div className="page pt-5 pb-16 lg:pt-8 short:pt-1">
      <div className="mb-4 flex items-center gap-3 short:mb-1">
        <h1
          tabIndex={-1}
          className="text-3xl font-extrabold tracking-tight sm:text-4xl short:text-base short:leading-6"
        >
          {liveTv.title}
        </h1>
        {!programme && <LiveBadge state={badgeState(playerStatus, status)} />}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(18rem,3fr)]">
        <div>
          <div ref={playerRef}>
            {programme ? (
              <ProgrammePlayer
                key={programme.start}
                programme={programme}
                onEnd={() => setRestarted(null)}
              />
            ) : (
              <LargePlayer key={id} id={id} frameRef={frameRef} onPlayerStatus={setPlayerStatus} />
            )}
          </div>
          {channelIds(channels).length > 1 && <ChannelChoice current={id} lead={lead} />}
          <h2 className="mt-5 text-2xl font-bold">{name}</h2>
          <div className="mt-1 flex">
            {programme ? (
              <p role="status" className="min-h-10 text-sm text-ink-soft sm:min-h-5">
                {liveTv.fromBeginningOf(programme.title)}
              </p>
            ) : (
              <ChannelSubline id={id} isLeading playerStatus={playerStatus} />
            )}
          </div>
          <div className="mt-3 flex min-h-11 flex-wrap gap-3">
            {programme ? (
              <button type="button" className={buttonStyle()} onClick={() => setRestarted(null)}>
                {liveTv.backToLive}
              </button>
            ) : (
              <>
                <ChannelListen id={id} />
                <ChannelOnTv id={id} look="narrow" />
                {playerStatus.isBroadcast === true && <FromBeginning frameRef={frameRef} />}
              </>
            )}
          </div>
          {isLinear && (
            <ChannelSchedule
              key={id}
              id={id}
              isReplaced={status?.state === "live"}
              onFromBeginning={(chosen) => setRestarted({ id, programme: chosen })}
            />
          )}
        </div>
        <Services reminder={reminder} reminders={reminders} />
      </div>
    </div>
  );
}

/** Memoized: what waits for its hydration must not render again. */
const Services = memo(function Services({ reminder, reminders }: LiveTvPageProps) {
  const [watch, gate] = useHydrationGate();
  return (
    <div ref={watch}>
      {/* Its dates cost a phone a task of their own. */}
      <HydrateNear gate={gate} placeholder={<div className="min-h-96" />}>
        <ServicesCard reminder={reminder} />
      </HydrateNear>
      {reminders}
    </div>
  );
});

type LargePlayerProps = Pick<
  ComponentProps<typeof ChannelPlayer>,
  "id" | "frameRef" | "onPlayerStatus"
>;

/** Alone renders again when the browser has said whether media may play. */
function LargePlayer(props: LargePlayerProps) {
  const startMode = leadingStart(useMayAutoplay());
  return <ChannelPlayer {...props} sizes={POSTER_SIZES} startMode={startMode} />;
}

/** Plays the broadcast on the air from its beginning, in the player that shows it. */
function FromBeginning({ frameRef }: { frameRef: RefObject<HTMLIFrameElement | null> }) {
  const { embedOrigin } = useSite();
  const liveTv = useTexts(liveTvMessages);

  function tell() {
    const command: EmbedCommand = { v: 1, c: "moment", ms: 0 };
    frameRef.current?.contentWindow?.postMessage(command, embedOrigin || window.location.origin);
  }

  return (
    <button type="button" className={buttonStyle()} onClick={tell}>
      <ListStart aria-hidden className="size-5" />
      {liveTv.fromBeginning}
    </button>
  );
}

const WHOLE = { block: "center" } as const;

/** A phone in landscape; not a page at 400 % zoom, which is nearly square. */
const LANDSCAPE_PHONE = "(max-height: 31.25rem) and (min-aspect-ratio: 3/2)";

/** Scrolls the player, which is as high as the window of a phone in landscape, into that window. */
function useLandscapeScroll(player: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const landscape = matchMedia(LANDSCAPE_PHONE);
    const fill = () => {
      if (landscape.matches) player.current?.scrollIntoView(WHOLE);
    };
    fill();
    landscape.addEventListener("change", fill);
    return () => landscape.removeEventListener("change", fill);
  }, [player]);
}

function ChannelChoice({ current, lead }: { current: ChannelId; lead: ChannelId }) {
  const { ministry } = useSite();
  const liveTv = useTexts(liveTvMessages);
  return (
    <nav aria-label={liveTv.chooseChannel} className="mt-4 grid max-w-lg grid-cols-2 gap-2">
      {Object.entries(ministry.channels).map(([id, { name }]) => (
        <Link
          key={id}
          to={{ search: id === lead ? "" : `?channel=${id}` }}
          preventScrollReset
          aria-current={id === current ? "true" : undefined}
          className={clsx(
            "inline-flex min-h-11 items-center justify-center rounded-full px-1 text-center text-sm font-semibold max-sm:tracking-tight sm:px-5",
            id === current ? "bg-brand text-on-brand" : "bg-raised text-ink hover:bg-line",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
