import { element } from "#web/embed/dom.ts";
import { announceNowPlaying } from "#web/embed/player/media-session.ts";
import type {
  ControlsOptions,
  PlayerControls,
} from "#web/embed/player/controls/controls-contract.ts";
import { createChoiceMenu } from "#web/embed/player/controls/settings-menus.ts";
import type { Playback } from "#web/embed/player/engine/playback.ts";
import { clockText } from "#shared/clock-text.ts";
import {
  type Chapter,
  chapterAt,
  playableChapters,
  seekTarget,
  type Span,
  spanOf,
} from "#shared/live/broadcast-clock.domain.ts";
import { type Broadcast, watchBroadcast } from "#shared/live/watch-broadcast.ts";
import { createClockBar } from "./clock-bar.ts";

const TICK_MS = 1_000;
/** The browser's clock of the picture may be a little off. */
const EARLY_MS = 1_000;
/** A seek is shown at once; the playlist of the past takes this long at most. */
const SEEK_SHOWN_MS = 5_000;
const SEEK_DONE_MS = 3_000;

const CHAPTERS_ICON = "M4 5.5h2v2H4zm4 0h12v2H8zM4 11h2v2H4zm4 0h12v2H8zM4 16.5h2v2H4zm4 0h12v2H8z";

type BroadcastOptions = Omit<ControlsOptions, "playback"> & {
  playback: Pick<
    Playback,
    "isBroadcast" | "playingAtMs" | "liveEdgeSeconds" | "isRewound" | "goLive" | "rewind"
  >;
};

/**
 * Adds the controls of broadcasts: a seek bar by the wall clock, chapters and the way to the
 * beginning. They show while the picture is of a broadcast. @param path of the channel.
 */
export function addBroadcastControls(
  { view, config, playback, parent }: BroadcastOptions,
  controls: PlayerControls,
  path: string,
): void {
  const { root, video, bar, live, tools, kicker, title, detail } = view;
  const { texts, language } = config;
  const broadcastOf = watchBroadcast(`${path}/broadcast`);
  const clockBar = createClockBar(texts, language, seek);
  const clock = element("span", { class: "rp-time rp-clock" });
  const beginning = element("button", { type: "button", class: "rp-live rp-beginning" }, [
    texts.fromBeginning,
  ]);
  const menu = createChoiceMenu(texts.chapters, CHAPTERS_ICON, (value) => seek(Number(value)));
  const videoTimeline = controls.timeline;
  let span: Span | null = null;
  let shownMs = 0;
  let wanted: { atMs: number; sinceMs: number } | null = null;
  /** Distance of the device's clock to the live edge, by the time of the picture. */
  let lagMs = 0;
  let listed = "";
  let sentMs = 0;

  function seek(atMs: number): void {
    if (!span) return;
    const target = seekTarget(span, atMs);
    wanted = { atMs: target ?? span.endMs, sinceMs: performance.now() };
    if (target === null) playback.goLive();
    else playback.rewind(target);
    update();
  }

  beginning.addEventListener("click", () => {
    if (span) seek(span.startMs);
    void video.play().catch(() => undefined);
  });

  function edgeMs(playingMs: number): number {
    const edge = playback.liveEdgeSeconds();
    if (edge === null && Number.isFinite(video.duration)) {
      return playingMs + (video.duration - video.currentTime) * 1000;
    }
    // Gaps of the encoder lie between a viewer who is far behind and the edge.
    if (!playback.isRewound() && !video.paused && edge !== null) {
      lagMs = Date.now() - playingMs - (edge - video.currentTime) * 1000;
    }
    return Date.now() - lagMs;
  }

  /** Returns the broadcast of the picture; null when that is a film. */
  function shownBroadcast(playingMs: number): Broadcast | null {
    const isBroadcast = playback.isBroadcast();
    const broadcast = isBroadcast === false ? null : broadcastOf();
    if (broadcast === null || isBroadcast === true) return broadcast;
    return broadcast.isOnAir && playingMs >= broadcast.startedAtMs - EARLY_MS ? broadcast : null;
  }

  function update(): void {
    const playingMs = playback.playingAtMs();
    // Without a picture, for a moment after each seek, the last state stays.
    if (playingMs === null && span !== null) return;
    const broadcast = playingMs === null ? null : shownBroadcast(playingMs);
    if (broadcast === null || playingMs === null) return show(false);
    span = spanOf(broadcast.startedAtMs, edgeMs(playingMs));
    shownMs = shownAt(playingMs);
    const chapters = playableChapters(broadcast.chapters, span);
    show(true);
    sendMoment(playback.isRewound() ? shownMs : 0);
    clockBar.update(span, shownMs, chapters);
    clock.textContent = clockText(shownMs, language);
    detail.textContent = chapterAt(chapters, shownMs)?.title ?? "";
    showChapters(span, chapters);
  }

  function shownAt(playingMs: number): number {
    if (!wanted) return playingMs;
    const isDone = Math.abs(playingMs - wanted.atMs) < SEEK_DONE_MS;
    if (isDone || performance.now() - wanted.sinceMs > SEEK_SHOWN_MS) wanted = null;
    return wanted?.atMs ?? playingMs;
  }

  /** The page goes on there with the sound alone. */
  function sendMoment(ms: number): void {
    if (ms === sentMs || Math.abs(ms - sentMs) < TICK_MS) return;
    sentMs = ms;
    parent.send({ v: 1, t: "moment", ms });
  }

  function showChapters({ startMs }: Span, chapters: readonly Chapter[]): void {
    const choices = [
      { value: String(startMs), label: texts.fromBeginning },
      ...chapters
        .filter(({ atMs }) => atMs > startMs)
        .map(({ atMs, title: name }) => ({
          value: String(atMs),
          label: `${clockText(atMs, language)} · ${name}`,
        })),
    ];
    const current = chapterAt(chapters, shownMs)?.atMs ?? startMs;
    const labels = JSON.stringify([choices.slice(1), current === startMs, chapters.length]);
    const isOpen = menu.element.querySelector("[aria-expanded=true]") !== null;
    if (labels === listed || isOpen) return;
    listed = labels;
    menu.setChoices(choices, String(current));
  }

  function show(isOn: boolean): void {
    if (root.classList.contains("is-broadcast") === isOn) return;
    root.classList.toggle("is-broadcast", isOn);
    for (const part of [clockBar.element, clock, beginning]) part.hidden = !isOn;
    parent.send({ v: 1, t: "broadcast", on: isOn });
    controls.timeline = isOn ? timeline : videoTimeline;
    if (isOn) return showBroadcast();
    sendMoment(0);
    span = null;
    listed = "";
    menu.setChoices([], "");
    return undefined;
  }

  /** The programme's title and captions go; they come back with it. */
  function showBroadcast(): void {
    kicker.hidden = false;
    title.textContent = config.title;
    detail.textContent = "";
    parent.send({ v: 1, t: "programme", title: "" });
    announceNowPlaying({ title: config.title, artist: config.artist, artwork: config.poster });
    controls.captions.useProgramme({ captions: [] }, 0);
    for (const track of video.textTracks) removeCues(track);
  }

  const timeline: PlayerControls["timeline"] = {
    seekBy: (seconds) => seek(shownMs + seconds * 1000),
    seekToShare(share) {
      if (span) seek(span.startMs + share * (span.endMs - span.startMs));
    },
    seekToMoment: seek,
  };

  for (const part of [clockBar.element, clock, beginning]) part.hidden = true;
  bar.prepend(clockBar.element);
  live.after(beginning, clock);
  tools.prepend(menu.element);
  video.addEventListener("timeupdate", update);
  window.setInterval(update, TICK_MS);
  update();
}

/** Positions change with the playlist: cues of a film would show over a service. */
function removeCues(track: TextTrack): void {
  // A disabled track does not tell its cues.
  track.mode = "hidden";
  while (track.cues?.[0]) track.removeCue(track.cues[0]);
  track.mode = "disabled";
}
