import { readFileSync } from "node:fs";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { fill } from "#tests/support/view-actions.ts";
import type { EncodingResult } from "./media/encode.ts";
import type { VideoPicture } from "./media/pictures.ts";
import { OwnVideosPage } from "./own-videos-page.tsx";
import { uploads } from "./uploads.ts";

/** A browser decodes no video here. */
vi.mock("./media/pictures.ts", () => ({
  takePictures: async (_address: string, onPicture: (picture: VideoPicture) => void) => {
    for (const share of [0.1, 0.4, 0.7]) {
      onPicture({ at: share * 3_600, share, image: new Blob([String(share)]) });
    }
  },
}));

/** How encodings in this browser end, one after another. */
const encodings: EncodingResult[] = [];
vi.mock("./media/encode.ts", () => ({
  encode: async () => encodings.shift() ?? Promise.reject(new Error("the encoder gave up")),
}));

/** A film that was converted before a reload of the page. */
let converted: File | null = null;
vi.mock("./media/disk-file.ts", () => ({ findDiskFile: async () => converted }));

const { en } = ownVideosMessages;
const editor = ownVideoEditorMessages.en;
const PATH = "/api/studio/own-videos";
const FIRST = ownVideo();
const { id: ID } = FIRST;
/** Head of a WAV of 1,600 bytes of sound. */
const WAVE_HEAD =
  "524946466406000057415645666d74201000000001000100401f0000803e0000020010006461746140060000";
const SEGMENTS = {
  segments: Array.from({ length: 10 }, (_, number) => ({
    number,
    at: number * 360,
    seconds: 360,
    hasPicture: true,
    format: 0,
  })),
  marks: [{ at: 1_800, title: "Sermon" }],
};

async function open(
  at: string,
  video: StudioOwnVideo = FIRST,
  { found = SEGMENTS, canConvert = false } = {},
) {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server);
  const { channels: _, ...file } = testMinistry();
  let current: StudioOwnVideo | null = video;
  const answer = () => (current === null ? json({ code: "not-found" }, 404) : json(current));
  server.answer("GET /api/studio/file", () => json(file));
  server.answer(`GET ${PATH}`, () =>
    json({
      videos: current === null ? [] : [current],
      space: { usedBytes: 5e9, maxBytes: 20e9, freeBytes: 50e9 },
      canConvert,
    }),
  );
  server.answer(`GET ${PATH}/${ID}`, answer);
  server.answer(`GET ${PATH}/${ID}/segments`, () => json(found));
  server.answer(`PATCH ${PATH}/${ID}`, ({ body }) => {
    current = Object.assign(ownVideo(), current, body);
    return answer();
  });
  server.answer(`POST ${PATH}/${ID}/trim`, ({ body }) => {
    current = Object.assign(ownVideo(), current, { range: body, revision: 2 });
    return answer();
  });
  server.answer(`POST ${PATH}/${ID}/publish`, () => {
    current = Object.assign(ownVideo(), current, {
      isPublished: true,
      publishedAt: "2026-11-22T12:00:00Z",
    });
    return answer();
  });
  server.answer(`POST ${PATH}/${ID}/unpublish`, () => {
    current = Object.assign(ownVideo(), current, { isPublished: false });
    return answer();
  });
  server.answer(`DELETE ${PATH}/${ID}`, () => {
    current = null;
    return new Response(null, { status: 204 });
  });
  const view = renderView(
    <InStudio>
      <OwnVideosPage />
    </InStudio>,
    { server, at },
  );
  await screen.findByRole("heading", { level: 1 });
  const press = async (name: string | RegExp) =>
    view.user.click(await screen.findByRole("button", { name }));
  const sent = (name: string) => server.to(name).map(({ body }) => body);
  return { ...view, server, press, sent, now: () => current };
}

describe("the list of own videos", () => {
  it("says what each is and how much space there is, and deletes one after a question", async () => {
    const { press } = await open("/studio/own-videos");
    await screen.findByText(en.space("5 GB", "20 GB", "50 GB"));
    const row = screen.getByRole("listitem");
    expect(within(row).getByText("Grace for today")).toBeDefined();
    expect(within(row).getByText(en.states.ready)).toBeDefined();
    expect(within(row).getByText("1:00:00 · 1.4 GB")).toBeDefined();
    await press(en.delete("Grace for today"));
    const dialog = screen.getByRole("dialog");
    within(dialog).getByRole("button", { name: en.deleteTitle }).click();
    await screen.findByText(en.deleted);
    await screen.findByText(en.none);
  });

  it("makes a sermon of a recording in the language of its channel", async () => {
    const { server, press, sent, address } = await open("/studio/own-videos");
    server.answer(`GET ${PATH}/recordings`, () =>
      json({
        recordings: [
          {
            channel: "french",
            recording: "7-abc",
            startedAt: "2026-11-22T09:00:00Z",
            seconds: 5_400,
            bytes: 2.1e9,
          },
        ],
      }),
    );
    server.answer(`POST ${PATH}/from-recording`, () => json(FIRST));
    await press(en.fromRecording);
    await press(/^Make a sermon of it: /);
    await screen.findByRole("heading", { name: FIRST.title, level: 1 });
    expect(address()).toBe(`/studio/own-videos/${ID}`);
    expect(sent(`POST ${PATH}/from-recording`)).toEqual([
      {
        channel: "french",
        recording: "7-abc",
        facts: { language: "fr", category: "sermons", show: "sermons", offlineAllowed: true },
      },
    ]);
  });
});

describe("the page of one video", () => {
  it("saves facts while they are typed, and keeps the text without a connection", async () => {
    const { server, user, unmount } = await open(`/studio/own-videos/${ID}`);
    await fill(user, screen.getByLabelText(editor.facts.speaker), "Ann Moyo");
    await screen.findByText(editor.facts.saving.saving);
    expect(
      await screen.findByText(editor.facts.saving.saved, {}, { timeout: 5_000 }),
    ).toBeDefined();
    expect(server.to(`PATCH ${PATH}/${ID}`)).toHaveLength(1);

    server.answer(`PATCH ${PATH}/${ID}`, unreachable);
    await fill(user, screen.getByLabelText(editor.facts.name), "Grace and truth");
    await screen.findByText(editor.facts.saving.waiting, {}, { timeout: 5_000 });
    expect(screen.getByDisplayValue("Grace and truth")).toBeDefined();
    unmount();
    const kept = Object.keys(localStorage).filter((key) => key.includes("own-video"));
    expect(kept.map((key) => localStorage.getItem(key))).toEqual(['{"title":"Grace and truth"}']);
  });

  it("trims by keys, by typed times and back to the whole recording", async () => {
    const files = { ...FIRST.files, low: 90e6 };
    const { press, sent, user } = await open(`/studio/own-videos/${ID}`, ownVideo({ files }));
    const begin = await screen.findByRole("slider", { name: editor.trim.from });
    expect(screen.queryByText(editor.trim.small)).toBeNull();
    fireEvent.keyDown(begin, { key: "ArrowRight" });
    expect(screen.getByText(editor.trim.small)).toBeDefined();
    expect(begin.getAttribute("aria-valuetext")).toBe("6:00");
    const until = screen.getByRole("textbox", { name: editor.trim.to });
    await fill(user, until, "not a time");
    fireEvent.blur(until);
    await screen.findByText(editor.trim.wrongTime);
    await fill(user, until, "42:10");
    fireEvent.blur(until);
    await screen.findByText(editor.trim.length("36:00"));
    await press(editor.trim.apply);
    await screen.findByText(editor.trim.applied);
    expect(sent(`POST ${PATH}/${ID}/trim`)).toEqual([{ first: 1, last: 6 }]);
    await press(editor.trim.all);
    await screen.findByText(editor.trim.length("1:00:00"));
  });

  it("leads to the captions that keep it from being cut", async () => {
    await open(`/studio/own-videos/${ID}`, ownVideo({ captions: ["en"] }));
    await screen.findByText(editor.trim.fixed.captions);
    expect(screen.queryByRole("slider", { name: editor.trim.to })).toBeNull();
  });

  it("says where the encoder changed its settings, and cuts within one part only", async () => {
    const range = { first: 4, last: 9 };
    const segments = SEGMENTS.segments.map((one) => ({ ...one, format: one.number < 4 ? 0 : 1 }));
    const { press, sent } = await open(`/studio/own-videos/${ID}`, ownVideo({ range }), {
      found: { ...SEGMENTS, segments },
    });
    await screen.findByText(editor.trim.changes("24:00"));
    expect(screen.queryByRole("button", { name: editor.trim.all })).toBeNull();
    const start = screen.getByRole("slider", { name: editor.trim.from });
    fireEvent.keyDown(start, { key: "ArrowLeft" });
    await screen.findByText(editor.trim.crossing);
    expect(screen.getByRole("button", { name: editor.trim.apply }).hasAttribute("disabled")).toBe(
      true,
    );
    fireEvent.keyDown(start, { key: "ArrowRight" });
    fireEvent.keyDown(start, { key: "ArrowRight" });
    await press(editor.trim.apply);
    await expect.poll(() => sent(`POST ${PATH}/${ID}/trim`)).toEqual([{ first: 5, last: 9 }]);
  });

  it("takes marks as chapters, renames and deletes them", async () => {
    const { press, user, now } = await open(`/studio/own-videos/${ID}`);
    await press(editor.chapters.take("Sermon", "30:00"));
    await press(editor.chapters.add);
    const name = screen.getByLabelText(editor.chapters.nameOf(1));
    await fill(user, name, "Welcome");
    fireEvent.blur(name);
    await press(editor.chapters.add);
    await screen.findByText(editor.chapters.taken);
    await press(editor.chapters.remove("Sermon"));
    await expect
      .poll(() => now()?.chapters, { timeout: 5_000 })
      .toEqual([{ at: 0, title: "Welcome" }]);
  });

  it("publishes with the cut and the announcement that were chosen, and takes it back", async () => {
    const { press, sent, server, user } = await open(`/studio/own-videos/${ID}`);
    fireEvent.keyDown(await screen.findByRole("slider", { name: editor.trim.to }), {
      key: "PageDown",
    });
    await screen.findByText(editor.publish.made.video("Sermons"));
    expect(screen.getByText(editor.publish.made.podcast("Sermons"))).toBeDefined();
    await user.click(screen.getByLabelText(new RegExp(`^${editor.publish.announce}`)));
    await press(editor.publish.go);
    await screen.findByText(editor.publish.announced);
    expect(sent(`POST ${PATH}/${ID}/trim`)).toEqual([{ first: 0, last: 0 }]);
    const announced = server.to("POST /rest/v1/rpc/studio_publish")[0]?.body;
    expect(announced).toMatchObject({
      p_kind: "announcement",
      p_changes: {
        text: { en: "New: Grace for today", fr: "Nouveau\u00a0: Grace for today" },
        link: `/videos/sermons?v=${ID}`,
      },
    });
    await screen.findByText(editor.trim.fixed.published);
    expect(screen.queryByRole("slider", { name: editor.trim.to })).toBeNull();
    const video = await screen.findByRole("link", { name: editor.publish.openVideo });
    expect(video.getAttribute("href")).toBe(`/videos/sermons?v=${ID}`);
    await press(editor.publish.takeBack);
    within(screen.getByRole("dialog"))
      .getByRole("button", { name: editor.publish.takeBack })
      .click();
    await screen.findByText(editor.publish.tookBack);
    await screen.findByRole("button", { name: editor.publish.go });
  });

  it("leads to the title that is missing, and publishes with a suggested picture unless another was chosen", async () => {
    vi.stubGlobal("VideoDecoder", vi.fn());
    const { press, server, user } = await open(`/studio/own-videos/${ID}`, ownVideo({ title: "" }));
    const posters: string[] = [];
    server.answer(`PUT ${PATH}/${ID}/poster`, ({ body }) => {
      posters.push(String(body));
      return json(ownVideo({ hasPoster: true }));
    });
    await press(editor.publish.toTitle);
    const title = screen.getByLabelText(editor.facts.name);
    expect(document.activeElement).toBe(title);
    await fill(user, title, "Grace for today");
    await screen.findByText(editor.poster.unchosen);
    await press(editor.publish.go);
    await screen.findByRole("link", { name: editor.publish.openVideo });
    expect(posters).toHaveLength(1);
    await press(editor.poster.choose("6:00"));
    await expect.poll(() => posters.length).toBe(2);
    const chosen = screen.getByRole("button", { name: editor.poster.choose("6:00") });
    await expect.poll(() => chosen.getAttribute("aria-pressed")).toBe("true");
  });

  it("explains what is wrong with a file in the volunteer's words, and tries again", async () => {
    const failed = ownVideo({
      state: "failed",
      problem: "video-codec",
      problemDetail: "hevc",
      range: null,
    });
    const { press, server } = await open(`/studio/own-videos/${ID}`, failed);
    await screen.findByText(en.problems["video-codec"]("HEVC"));
    server.answer(`POST ${PATH}/${ID}/retry`, () => json({ error: "no", code: "state" }, 409));
    await press(editor.retry);
    await screen.findByText(en.failures.state);
    server.answer(`POST ${PATH}/${ID}/retry`, () =>
      json({ ...failed, state: "checking", problem: null, progress: 0.4 }),
    );
    await press(editor.retry);
    expect(await screen.findByText(editor.working("40%"))).toBeDefined();
  });

  it("is ready while the server still makes smaller files of it", async () => {
    await open(
      `/studio/own-videos/${ID}`,
      ownVideo({ isPublished: true, publishedAt: "2026-11-22T12:00:00Z", progress: 0.4 }),
    );
    await screen.findByText(editor.finishing("40%"));
    expect(screen.getByRole("link", { name: editor.publish.openVideo })).toBeDefined();
  });

  it("says that the files of a video are gone, with nothing to try again", async () => {
    const lost = ownVideo({ state: "failed", problem: "files-missing", isPublished: false });
    await open(`/studio/own-videos/${ID}`, lost);
    await screen.findByText(en.problems["files-missing"]);
    expect(screen.queryByRole("button", { name: editor.retry })).toBeNull();
  });

  it("says that a video is no longer there", async () => {
    const { server, visit } = await open("/studio/own-videos");
    server.answer(`GET ${PATH}/clip-own-ffffffffffff`, () =>
      json({ error: "gone", code: "not-found" }, 404),
    );
    await visit("/studio/own-videos/clip-own-ffffffffffff");
    expect(await screen.findByText(en.failures["not-found"])).toBeDefined();
  });
});

describe("an upload", () => {
  const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    new File([bytes], name, { type: "video/mp4", lastModified: 7 });

  it("refuses a file that is no media before anything is sent", async () => {
    const { user } = await open("/studio/own-videos/upload");
    await user.upload(
      screen.getByLabelText(en.uploadPage.choose),
      fileOf("notes.mp4", new TextEncoder().encode("just text")),
    );
    await screen.findByText(en.problems["not-media"]);
    expect(screen.queryByRole("button", { name: en.uploadPage.start })).toBeNull();
  });

  it.each([
    ["choir.wav", "audio-codec", "WAV (PCM)"],
    ["hevc.mp4", "video-codec", "HEVC"],
    ["av1.mp4", "video-codec", "AV1"],
  ] as const)("refuses %s, unless it can be converted", async (name, problem, codec) => {
    const file = fileOf(
      name,
      name === "choir.wav"
        ? new Uint8Array(Buffer.concat([Buffer.from(WAVE_HEAD, "hex"), Buffer.alloc(1_600)]))
        : new Uint8Array(readFileSync(`packages/ingest/testing/${name}`)),
    );
    const { user, unmount } = await open("/studio/own-videos/upload");
    await user.upload(screen.getByLabelText(en.uploadPage.choose), file);
    const isSound = problem === "audio-codec";
    await screen.findByText((isSound ? en.uploadPage.convert : en.problems[problem])(codec));
    const convert = screen.queryByRole("button", { name: en.uploadPage.convertHere });
    expect(convert !== null).toBe(isSound);
    expect(screen.queryByRole("button", { name: en.uploadPage.start })).toBeNull();
    unmount();

    const second = await open("/studio/own-videos/upload", FIRST, { canConvert: true });
    await second.user.upload(screen.getByLabelText(en.uploadPage.choose), file);
    await screen.findByText(en.uploadPage.converted(codec));
    expect(screen.getByRole("button", { name: en.uploadPage.start })).toBeDefined();
  });

  it("stays as it was after a conversion that fails, which can be tried again", async () => {
    const { user, press } = await open("/studio/own-videos/upload");
    const wave = Buffer.concat([Buffer.from(WAVE_HEAD, "hex"), Buffer.alloc(1_600)]);
    const choir = () => fileOf("choir.wav", new Uint8Array(wave));
    await user.upload(screen.getByLabelText(en.uploadPage.choose), choir());
    await press(en.uploadPage.convertHere);
    expect((await screen.findByRole("alert")).textContent).toBe(en.uploadPage.convertFailed);
    const film = readFileSync("media/clips/clip-an-appointed-time.240p.mp4");
    encodings.push({ kind: "done", file: new Blob([new Uint8Array(film)]) });
    await press(en.uploadPage.convertHere);
    await screen.findByText("choir.m4a");
    await screen.findByRole("button", { name: en.uploadPage.start });

    encodings.push({ kind: "impossible" });
    await user.upload(screen.getByLabelText(en.uploadPage.chooseOther), choir());
    await press(en.uploadPage.convertHere);
    await screen.findByText(en.uploadPage.convertElsewhere);
    screen.getByText(en.problems["audio-codec"]("WAV (PCM)"));
  });

  it("of a small version that fails leaves the video as it was, and can be made again", async () => {
    const waiting = ownVideo({ lowUpload: { bytes: 9_000, received: 100 } });
    const { server, press, sent } = await open(`/studio/own-videos/${ID}`, waiting);
    await screen.findByText(editor.small.unfinished);
    await press(editor.small.make);
    expect((await screen.findByRole("alert")).textContent).toBe(editor.small.failed);
    encodings.push({ kind: "impossible" });
    await press(editor.small.make);
    await screen.findByText(editor.small.impossible);
    encodings.push({ kind: "done", file: new Blob(["small"]) });
    server.answer(`POST ${PATH}/${ID}/low`, () => json({ error: "full", code: "disk" }, 507));
    await press(editor.small.make);
    await screen.findByText(en.failures.disk);
    expect(sent(`POST ${PATH}/${ID}/low`)).toEqual([{ bytes: 5 }]);
    expect(screen.getByRole("button", { name: editor.small.make })).toBeDefined();
  });

  it("begins in the podcast of its category, if there is one, until another is chosen", async () => {
    const { server, user, press, sent } = await open("/studio/own-videos/upload");
    server.answer(`POST ${PATH}`, () => json({ error: "full", code: "space" }, 507));
    const sound = new Uint8Array(readFileSync("media/clips/clip-an-appointed-time.240p.mp4"));
    await user.upload(screen.getByLabelText(en.uploadPage.choose), fileOf("peace.mp4", sound));
    const show = await screen.findByLabelText(editor.facts.show);
    const category = screen.getByLabelText(en.uploadPage.category);
    await screen.findByRole("option", { name: "Testimonies" });
    const started: unknown[] = [];
    for (const [field, value] of [
      [category, "sermons"],
      [category, "testimonies"],
      [show, "devotionals"],
      [category, "music"],
    ] as const) {
      await user.selectOptions(field, value);
      await press(en.uploadPage.start);
      await expect.poll(() => sent(`POST ${PATH}`)).toHaveLength(started.push(value));
    }
    expect(sent(`POST ${PATH}`)).toMatchObject(
      ["sermons", null, "devotionals", "devotionals"].map((wanted) => ({
        facts: { show: wanted },
      })),
    );
  });

  const bytes = new Uint8Array(300_000).fill(7);

  /** Opens the page of an upload that stopped at a third. */
  async function openInterrupted() {
    uploads.drop(ID);
    const waiting = ownVideo({
      state: "uploading",
      source: "upload",
      range: null,
      bytes: 0,
      files: { video: null, sound: null, low: null },
      upload: { bytes: bytes.length, received: 100_000 },
    });
    const view = await open(`/studio/own-videos/${ID}`, waiting);
    const { server } = view;
    let received = 100_000;
    const offset = () =>
      new Response(null, { status: 204, headers: { "upload-offset": String(received) } });
    server.answer(`HEAD ${PATH}/${ID}/upload`, offset);
    server.answer(`PATCH ${PATH}/${ID}/upload`, ({ headers }) => {
      if (Number(headers.get("upload-offset")) !== received)
        return new Response(null, { status: 409 });
      received = bytes.length;
      return offset();
    });
    const arrives = () => act(() => expect.poll(() => received).toBe(bytes.length));
    return { ...view, arrives };
  }

  it("goes on where it stopped, when the same file is chosen again", async () => {
    const { user, sent, arrives } = await openInterrupted();
    await screen.findByText(en.progress.interrupted("0.1 MB", "0.3 MB"));
    const chooser = screen.getByLabelText(en.progress.chooseAgain);
    await user.upload(chooser, fileOf("other.mp4", bytes.slice(1)));
    await screen.findByText(en.progress.otherFile);
    await user.upload(chooser, fileOf("service.mp4", bytes));
    await arrives();
    expect(sent(`PATCH ${PATH}/${ID}/upload`)).toHaveLength(1);
  });

  it("goes on with the film that was converted here", async () => {
    converted = fileOf("converted-1", bytes);
    onTestFinished(() => void (converted = null));
    const { press, arrives } = await openInterrupted();
    await screen.findByText(en.progress.interruptedConverted("0.1 MB", "0.3 MB"));
    expect(screen.queryByLabelText(en.progress.chooseAgain)).toBeNull();
    await press(en.progress.resume);
    await arrives();
  });
});
