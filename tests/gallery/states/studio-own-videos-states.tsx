import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { STUDIO_FILE } from "#tests/gallery/studio-file.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { OwnVideosPage } from "#web/features/studio/own-videos/own-videos-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const PATH = "/api/studio/own-videos";
const READY = ownVideo({
  title: LONG_TITLE,
  speaker: "Ann Moyo",
  passage: "John 3:16",
  range: { first: 1, last: 7 },
  lowUpload: { bytes: 91_000_000, received: 20_000_000 },
  chapters: [
    { at: 0, title: "Welcome" },
    { at: 900, title: LONG_TITLE.slice(0, 120) },
  ],
});
const NO_FILES = { video: null, sound: null, low: null };
const FAILED = ownVideo({
  id: "clip-own-0123456789ac",
  title: "",
  state: "failed",
  problem: "video-codec",
  problemDetail: "hevc",
  files: NO_FILES,
  range: null,
});
const UPLOADING = ownVideo({
  id: "clip-own-0123456789ad",
  state: "uploading",
  source: "upload",
  files: NO_FILES,
  range: null,
  bytes: 0,
  seconds: 0,
  upload: { bytes: 1_200_000_000, received: 480_000_000 },
});
const PACKAGING = ownVideo({ ...UPLOADING, state: "packaging", upload: null, progress: 0.35 });
const PUBLISHED = ownVideo({
  ...READY,
  isPublished: true,
  captions: ["en"],
  publishedAt: "2026-11-22T12:00:00Z",
  files: { ...READY.files, low: 91_000_000 },
  lowUpload: null,
});

function serve(server: FakeServer, video: StudioOwnVideo): void {
  serveStudio(server);
  server.answer("GET /api/studio/file", () => json(STUDIO_FILE));
  server.answer(`GET ${PATH}`, () =>
    json({
      videos: [PUBLISHED, ownVideo(), FAILED, UPLOADING],
      space: { usedBytes: 14.2e9, maxBytes: 20e9, freeBytes: 50e9 },
    }),
  );
  server.answer(`GET ${PATH}/${video.id}`, () => json(video));
  server.answer(`GET ${PATH}/${video.id}/segments`, () =>
    json({
      segments: Array.from({ length: 10 }, (_, number) => ({
        number,
        at: number * 600,
        seconds: 600,
        hasPicture: true,
        format: 0,
      })),
      marks: [{ at: 3_000, title: "Prayer" }],
    }),
  );
}

const list: GalleryState = {
  at: "/studio/own-videos",
  member: MEMBER,
  show: () => (
    <InStudio>
      <OwnVideosPage />
    </InStudio>
  ),
  serve: (server) => serve(server, READY),
  act: ({ screen, language }) =>
    screen.findByText(ownVideosMessages[language].states.published, EXACT),
};

/** Five silent frames of an MP3. */
function silentMp3(): File {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return new File([frame, frame, frame, frame, frame], "choir.mp3", { type: "audio/mpeg" });
}

/** The page for an upload with sound that is not AAC, in a browser that lacks something. */
function foreignSound(lacks: "AudioDecoder" | "Worker", act: NonNullable<GalleryState["act"]>) {
  return {
    ...list,
    at: "/studio/own-videos/upload",
    prepare() {
      const before = Reflect.get(window, lacks);
      Reflect.set(window, lacks, undefined);
      return () => void Reflect.set(window, lacks, before);
    },
    async act(hand) {
      const { choose } = ownVideosMessages[hand.language].uploadPage;
      await hand.user.upload(await hand.screen.findByLabelText(choose, EXACT), silentMp3());
      await act(hand);
    },
  } satisfies GalleryState;
}

/** The page of a video in one state. */
function page(video: StudioOwnVideo, act: NonNullable<GalleryState["act"]>): GalleryState {
  return {
    ...list,
    at: `/studio/own-videos/${video.id}`,
    serve: (server) => serve(server, video),
    // Pictures of the video would be taken from a file that is not there.
    stored: { dataSaver: "on" },
    act,
  };
}

export const STATES: GalleryStates = {
  list,
  recordings: {
    ...list,
    serve(server) {
      serve(server, READY);
      server.answer(`GET ${PATH}/recordings`, () =>
        json({
          recordings: [
            {
              channel: "english",
              recording: "7-abc",
              startedAt: "2026-11-22T09:00:00Z",
              seconds: 5_400,
              bytes: 2.1e9,
            },
          ],
        }),
      );
    },
    act: async ({ user, screen, language }) => {
      const { fromRecording, recordings } = ownVideosMessages[language];
      await user.click(await screen.findByRole("button", { name: fromRecording }));
      await screen.findByText(recordings.intro, EXACT);
    },
  },
  ready: page(READY, async ({ screen, language }) => {
    const { trim, facts } = ownVideoEditorMessages[language];
    await screen.findByRole("slider", { name: trim.from });
    await screen.findByLabelText(facts.category, EXACT);
  }),
  published: page(PUBLISHED, ({ screen, language }) =>
    screen.findByText(ownVideoEditorMessages[language].publish.openVideo, EXACT),
  ),
  failed: page(FAILED, ({ screen, language }) =>
    screen.findByText(ownVideosMessages[language].problems["video-codec"]("HEVC"), EXACT),
  ),
  interrupted: page(UPLOADING, ({ screen, language }) =>
    screen.findByText(ownVideosMessages[language].progress.elsewhere, EXACT),
  ),
  packaging: page(PACKAGING, ({ screen, language }) =>
    screen.findByText(ownVideosMessages[language].states.packaging, EXACT),
  ),
  "conversion-impossible": foreignSound("AudioDecoder", ({ screen, language }) =>
    screen.findByText(ownVideosMessages[language].uploadPage.convertElsewhere, EXACT),
  ),
  "conversion-failed": foreignSound("Worker", async ({ user, screen, language }) => {
    const { convertHere, convertFailed } = ownVideosMessages[language].uploadPage;
    await user.click(await screen.findByRole("button", { name: convertHere }));
    await screen.findByText(convertFailed, EXACT, { timeout: 20_000 });
  }),
  "upload-refused": {
    ...list,
    at: "/studio/own-videos/upload",
    act: async ({ user, screen, language }) => {
      const texts = ownVideosMessages[language];
      const file = new File(["just text"], "notes.mp4", { type: "video/mp4" });
      await user.upload(screen.getByLabelText(texts.uploadPage.choose, EXACT), file);
      await screen.findByText(texts.problems["not-media"], EXACT);
    },
  },
};
