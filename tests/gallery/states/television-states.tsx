import type { TvReport } from "#shared/contracts/tv-pairing.ts";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { json } from "#tests/support/fake-server.ts";
import { closeTvRemote, openTvRemote, type TvOffer } from "#web/base/television/television.ts";
import { TvRemote } from "#web/features/television/television.tsx";

const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const STATUS = `GET /api/tv/${TOKEN}`;
const PAIRED = {
  tvPairing: { token: TOKEN, page: "/videos/music?v=clip-hope", title: LONG_TITLE },
};
const REPORT: TvReport = {
  media: { kind: "video", id: "clip-hope" },
  title: LONG_TITLE,
  state: "paused",
  position: 754,
  duration: 3_662,
  hasVolume: true,
  done: 1,
};
const CHANNEL: TvReport = {
  ...REPORT,
  media: { kind: "channel", id: "french" },
  title: "Chaîne française",
  state: "playing",
  position: 0,
  duration: 0,
};
const PLATFORM_VIDEO: TvOffer = {
  media: { kind: "video", id: "AAAAAAAAAA1" },
  title: LONG_TITLE,
  page: "/videos/music?v=AAAAAAAAAA1",
  position: () => 0,
};

const nothing = (): void => undefined;
/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;

function dialog(offer: TvOffer | null = null): GalleryState {
  return {
    show: () => <TvRemote isBarHidden onContinue={nothing} />,
    prepare() {
      openTvRemote(offer);
      return closeTvRemote;
    },
  };
}

function remote(report: TvReport | null, isAway = false): GalleryState {
  return {
    ...dialog(),
    stored: PAIRED,
    serve: (server) => server.answer(STATUS, () => json({ v: 1, report, isAway })),
    act: ({ screen, language }) => {
      const { away, connected, states } = playOnTvMessages[language];
      return screen.findByText(isAway ? away : report ? states[report.state] : connected, EXACT);
    },
  };
}

/** The phone that controls a television. */
export const STATES: GalleryStates = {
  code: dialog(),
  "code-of-a-platform-video": dialog(PLATFORM_VIDEO),
  "code-wrong": {
    ...dialog(),
    serve: (server) =>
      server.answer("POST /api/tv/pair", () => json({ error: "", code: "unknown_code" }, 404)),
    async act({ user, screen, language }) {
      const { code, failures } = playOnTvMessages[language];
      await user.type(screen.getByRole("textbox", { name: code }), "481516");
      return screen.findByText(failures.code, EXACT);
    },
  },
  disconnected: {
    ...dialog(),
    stored: PAIRED,
    serve: (server) => server.answer(STATUS, () => json({ error: "", code: "ended" }, 404)),
    act: ({ screen, language }) =>
      screen.findByText(playOnTvMessages[language].failures.ended, EXACT),
  },
  "remote-video": remote(REPORT),
  "remote-channel": remote(CHANNEL),
  "remote-nothing": remote({ ...CHANNEL, media: null, title: "", state: "idle", hasVolume: false }),
  "remote-needs-a-key": remote({ ...REPORT, state: "refused" }),
  "remote-away": remote(REPORT, true),
  bar: {
    show: () => <TvRemote isBarHidden={false} onContinue={nothing} />,
    stored: PAIRED,
    serve: (server) => server.answer(STATUS, () => json({ v: 1, report: REPORT, isAway: false })),
    act: ({ screen, language }) =>
      screen.findByRole("region", { name: playOnTvMessages[language].bar }),
  },
};
