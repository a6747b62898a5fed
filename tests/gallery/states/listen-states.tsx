import { HOUR_S, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { keptItem } from "#shared/media/kept-media.fixture.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import {
  beginListening,
  type Heard,
  type ListenControls,
  type NowListening,
  stopListening,
  useNowListening,
} from "#web/base/audio/now-listening.ts";
import { AudioBar } from "#web/features/listen/audio-bar.tsx";

const nothing = (): void => undefined;
const PLAIN: ListenControls = { play: nothing, pause: nothing, stop: nothing };
const SEEKABLE: ListenControls = { ...PLAIN, seek: nothing, setSpeed: nothing };
const BEHIND: ListenControls = { ...PLAIN, seek: nothing, goLive: nothing };

const CHANNEL: Heard = {
  key: "channel french",
  kind: "live",
  title: "Chaîne française",
  poster: "/img/clip/clip-placeholder",
  channel: "french",
};
const SERMON: Heard = {
  key: "video",
  kind: "recording",
  title: LONG_TITLE,
  language: "fr",
  poster: "/img/clip/clip-placeholder",
};

function Bar({ programme, onWatch }: { programme: string | null; onWatch: () => void }) {
  const now = useNowListening();
  return now && <AudioBar now={now} programme={programme} onWatch={onWatch} />;
}

function bar(
  heard: Heard,
  part: Partial<NowListening>,
  programme: string | null = null,
  controls = heard.kind === "recording" ? SEEKABLE : PLAIN,
): GalleryState {
  return {
    show: () => <Bar programme={programme} onWatch={nothing} />,
    prepare() {
      beginListening(heard, controls, part);
      return stopListening;
    },
  };
}

const opened = (state: GalleryState): GalleryState => ({
  ...state,
  act: ({ user, screen, language }) =>
    user.click(screen.getByRole("button", { name: listenMessages[language].moreControls })),
});

const PLAYING = { status: "playing", position: 754, duration: HOUR_S + 62 } as const;
const AT = new Date(2026, 5, 14, 21, 30).getTime();

/** The audio bar. */
export const STATES: GalleryStates = {
  live: bar(CHANNEL, { status: "playing" }, LONG_TITLE),
  "live-open": opened(bar(CHANNEL, { status: "playing", timer: "end" }, "Psaume 23")),
  "live-behind-open": opened(
    bar(CHANNEL, { status: "playing", position: AT / SECOND_MS }, null, BEHIND),
  ),
  recording: bar(SERMON, PLAYING),
  "recording-open": opened(bar(SERMON, { ...PLAYING, speed: 1.25 })),
  "recording-to-keep": opened(
    bar({ ...SERMON, keep: { ...keptItem(), bytes: 14_400_000 } }, PLAYING),
  ),
  "recording-until-a-time": bar(SERMON, { ...PLAYING, timer: { minutes: 30, at: AT } }),
  loading: bar(SERMON, { status: "loading" }),
  failed: bar(CHANNEL, { status: "failed" }),
  "at-the-data-limit": bar(SERMON, { ...PLAYING, status: "limit" }),
  "reading-aloud": bar(
    { key: "john", kind: "voice", title: "Jean 3", poster: null },
    { status: "paused" },
  ),
  "reading-without-voice": bar(
    { key: "john", kind: "voice", title: "Jean 3", poster: null },
    { status: "no-voices" },
  ),
};
