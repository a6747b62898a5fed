import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { giveNavigator } from "#tests/gallery/give-navigator.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { BROADCAST, NO_BROADCAST } from "#tests/support/broadcast-fixture.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { deviceBroadcast } from "#web/features/studio/channels/go-live/device-broadcast.ts";
import { ChannelsPage } from "#web/features/studio/channels/channels-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const FILE: StudioChannels["file"] = {
  english: {
    name: { en: "Live Stream English", fr: "Direct en anglais" },
    language: "en",
    source: { kind: "linear", lineupId: "english" },
  },
  french: {
    name: { en: "Live Stream French", fr: "Direct en français" },
    language: "fr",
    source: { kind: "linear", lineupId: "french" },
  },
};
const CHANNELS: StudioChannels = {
  file: FILE,
  health: { english: { source: "down", fallback: "unknown" } },
  lineups: ["english", "french"],
  posters: [{ value: "clip-one", label: LONG_TITLE, picture: "/img/clip/clip-one" }],
};
const DOCUMENTS = {
  "channel/english": {
    source: { kind: "hls", url: "https://stream.example.org/live.m3u8" },
    fallback: { kind: "linear", lineupId: "english" },
  },
  "channel/french": { isHidden: true },
};

function serve(server: FakeServer): void {
  serveStudio(server, { documents: DOCUMENTS });
  server.answer("GET /api/studio/channels", () => json(CHANNELS));
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: new Date().toISOString(),
      pollSeconds: 9_000,
      channels: [
        {
          id: "english",
          state: "rerun",
          since: null,
          title: LONG_TITLE,
          watching: 120,
          instead: { why: "down", since: "2026-11-22T09:12:00Z" },
        },
      ],
      next: null,
    }),
  );
}

const list: GalleryState = {
  at: "/studio/channels",
  member: MEMBER,
  show: () => (
    <InStudio>
      <ChannelsPage />
    </InStudio>
  ),
  serve,
  act: ({ screen, language }) => screen.findByText(channelsMessages[language].live.returns, EXACT),
};

const page: GalleryState = {
  ...list,
  at: "/studio/channels/english",
  act: ({ screen, language }) =>
    screen.findByLabelText(channelsMessages[language].edit.after, EXACT),
};

/** Opens the dialog for a link and pastes one. */
async function paste({ user, screen, language }: Hand, text: string): Promise<void> {
  const { acts, paste: words } = channelsMessages[language];
  const [button] = await screen.findAllByText(acts.toLink, EXACT);
  if (button) await user.click(button);
  await user.click(await screen.findByLabelText(words.label));
  await user.paste(text);
}

async function openCamera({ user, screen, language }: Hand): Promise<void> {
  const { open } = goLiveMessages[language];
  await user.click(await screen.findByRole("button", { name: open }));
}

/** A camera that films an empty canvas, in a document that was loaded at an address. */
function giveCamera(address: string): () => void {
  const getEntries = performance.getEntriesByType.bind(performance);
  const visit: PerformanceEntry = Object.create(PerformanceEntry.prototype, {
    name: { value: `${window.location.origin}${address}` },
  });
  performance.getEntriesByType = () => [visit];
  const restore = giveNavigator("mediaDevices", {
    getUserMedia: async () => document.createElement("canvas").captureStream(),
    enumerateDevices: async () => [],
  });
  return () => {
    deviceBroadcast.close();
    performance.getEntriesByType = getEntries;
    restore();
  };
}

export const STATES: GalleryStates = {
  list,
  "a-link-read": {
    ...list,
    act: async (hand) => {
      await paste(hand, "https://player.example.org/embed/7");
      const { kinds } = channelsMessages[hand.language];
      await hand.screen.findByText(kinds.iframe("player.example.org"), EXACT);
    },
  },
  "a-link-refused": {
    ...list,
    act: async (hand) => {
      await paste(hand, "http://stream.example.org/live.m3u8");
      const { faults } = channelsMessages[hand.language].paste;
      await hand.screen.findByText(faults.notHttps, EXACT);
    },
  },
  page,
  "a-broadcast": {
    ...page,
    serve(server) {
      serve(server);
      server.answer("GET /api/studio/ingest/english", () =>
        json({
          ...NO_BROADCAST,
          acceptsEncoders: true,
          keyMadeAt: "2026-11-20T09:00:00Z",
          rejection: { reason: "wrong-key", at: "2026-11-22T09:25:00Z" },
          watching: 120,
          broadcast: { ...BROADCAST, recordingProblem: "disk" },
        }),
      );
    },
    act: async ({ screen, language }) => screen.findByText(broadcastMessages[language].mark, EXACT),
  },
  "a-broadcast-that-has-ended": {
    ...page,
    serve(server) {
      serve(server);
      let isRunning = true;
      server.answer("GET /api/studio/ingest/english", () =>
        json({ ...NO_BROADCAST, broadcast: isRunning ? BROADCAST : null }),
      );
      server.answer("POST /rest/v1/rpc/studio_mark_chapter", () => {
        isRunning = false;
        return json(null);
      });
      const recording = { startedAt: BROADCAST.startedAt, seconds: 5_400, bytes: 2.1e9 };
      server.answer("GET /api/studio/ingest/english/recordings", () =>
        json({ recordings: [{ id: `${BROADCAST.id}-a`, ...recording, server: null }] }),
      );
    },
    act: async ({ user, screen, language }) => {
      const { mark, ended } = broadcastMessages[language];
      await user.click(await screen.findByRole("button", { name: mark }));
      await screen.findByText(ended.recorded, EXACT);
    },
  },
  "a-page-without-camera": {
    ...page,
    prepare: () => giveCamera("/profile"),
    act: async (hand) => {
      await openCamera(hand);
      await hand.screen.findByText(goLiveMessages[hand.language].faults["other-page"], EXACT);
    },
  },
  "a-camera": {
    ...page,
    prepare: () => giveCamera("/studio/channels"),
    act: async (hand) => {
      await openCamera(hand);
      await hand.screen.findByLabelText(goLiveMessages[hand.language].preview, EXACT);
    },
  },
  recordings: {
    ...page,
    serve(server) {
      serve(server);
      server.answer("GET /api/studio/ingest/english/recordings", () =>
        json({
          recordings: [
            {
              id: "9-a",
              startedAt: "2026-11-22T09:00:00Z",
              seconds: 5_400,
              bytes: 2_100_000_000,
              server: null,
            },
            {
              id: "8-a",
              startedAt: "2026-11-15T09:00:00Z",
              seconds: 60,
              bytes: null,
              server: "tv2",
            },
            { id: "7-a", startedAt: null, seconds: 0, bytes: 0, server: null },
          ],
        }),
      );
    },
    act: async ({ user, screen, language }) => {
      const { kept } = broadcastMessages[language];
      const name = new RegExp(`^${kept.deleteTitle}`);
      const [first] = await screen.findAllByRole("button", { name });
      if (first) await user.click(first);
      await screen.findByRole("dialog", { name: kept.deleteTitle });
    },
  },
  "a-taken-name": {
    ...list,
    act: async ({ user, screen, language }) => {
      const { add, addDialog } = channelsMessages[language];
      await user.click(await screen.findByRole("button", { name: add }));
      await user.type(screen.getByLabelText(addDialog.label), "english");
      await user.click(screen.getByRole("button", { name: addDialog.go }));
      await screen.findByText(addDialog.taken, EXACT);
    },
  },
  "going-back": {
    ...page,
    act: async ({ user, screen, language }) => {
      const { edit } = channelsMessages[language];
      await user.click(await screen.findByRole("button", { name: edit.resetChannel }));
      await screen.findByRole("dialog");
      await screen.findByText(kitMessages[language].cancel, EXACT);
    },
  },
};
