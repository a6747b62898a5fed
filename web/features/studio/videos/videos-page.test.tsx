import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { OWN_VIDEO } from "#tests/gallery/sample-videos.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { VideosPage } from "./videos-page.tsx";

const { en } = videosMessages;
const kit = kitMessages.en;
const VIDEOS = ["Grace", "Mercy", "Peace"].map((title, index) => ({
  ...OWN_VIDEO,
  id: `clip-song-${index}`,
  title,
}));

async function open(
  at = "/studio/videos",
  documents = {},
  videos = VIDEOS,
  own: StudioOwnVideo[] = [],
) {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, { documents });
  const { channels: _, ...file } = testMinistry();
  server.answer("GET /api/studio/file", () => json(file));
  const space = { usedBytes: 0, maxBytes: 20e9, freeBytes: 50e9 };
  server.answer("GET /api/studio/own-videos", () => json({ videos: own, space }));
  server.answer("GET /functions/v1/youtube-playlist-videos", () =>
    json({ videos, source: "bundled", fetchedAt: "2026-11-22T09:00:00Z", stale: false }),
  );
  const { user, address } = renderView(
    <InStudio>
      <VideosPage />
    </InStudio>,
    { server, at },
  );
  await screen.findByRole("heading", { level: 1 });
  return { user, studio, address };
}

const press = (name: string) => screen.findByRole("button", { name });

describe("categories", () => {
  it("are hidden and shown in one tap, and moved together", async () => {
    const { user, studio } = await open();
    await user.click(await press(en.hideOf("Movies")));
    await screen.findByText(en.done.hidden("Movies"));
    expect(studio.bodyOf("category", "movies")).toEqual({ isHidden: true });
    await user.click(await press(en.showOf("Movies")));
    await screen.findByText(en.done.shown("Movies"));
    expect(studio.bodyOf("category", "movies")).toEqual({ isHidden: false });
    await user.click(await press(en.upOf("Prophecies")));
    await screen.findByText(en.done.moved("Prophecies"));
    expect(studio.bodyOf("category", "prophecies")).toEqual({ position: 0 });
    expect(studio.bodyOf("category", "sermons")).toEqual({ position: 1 });
  });

  it("are added with names and a pasted playlist, with errors at each field", async () => {
    const { user, studio, address } = await open();
    await user.click(await press(en.add));
    await user.type(screen.getByLabelText(en.fields.playlist), "javascript:alert(1)");
    await user.click(await press(en.newCategory.go));
    expect(screen.getAllByText(en.faults.name).length).toBeGreaterThan(0);
    expect(screen.getByText(en.faults.playlist)).toBeDefined();
    // One language is enough.
    const french = kit.field.inLanguage(en.fields.title, "Français");
    await user.type(screen.getByLabelText(french), "Chorale");
    await user.clear(screen.getByLabelText(en.fields.playlist));
    await user.type(
      screen.getByLabelText(en.fields.playlist),
      "https://www.youtube.com/playlist?list=PLabcdefghijk",
    );
    await user.click(await press(en.newCategory.go));
    await screen.findByText(en.done.shown("Chorale"));
    expect(studio.bodyOf("category", "chorale")).toEqual({
      title: { en: "", fr: "Chorale" },
      playlist: "PLabcdefghijk",
    });
    expect(address()).toBe("/studio/videos/chorale");
  });

  it("converts a pasted link to the playlist's id and rejects an invalid one", async () => {
    const { user, studio } = await open("/studio/videos/music");
    const field = await screen.findByLabelText(en.fields.playlist);
    await user.clear(field);
    await user.click(field);
    await user.paste("not a list");
    await user.click(await press(kit.save.publish));
    await screen.findByText(en.faults.playlist);
    await user.clear(field);
    await user.click(field);
    await user.paste("https://youtube.com/playlist?list=PLabcdefghijk");
    await user.click(await press(kit.save.publish));
    await screen.findByText(kit.save.published);
    expect(studio.bodyOf("category", "music")).toEqual({ playlist: "PLabcdefghijk" });
  });
});

describe("videos of a category", () => {
  it("are found by title and hidden and shown again, one or several", async () => {
    const { user, studio } = await open("/studio/videos/music");
    await user.click(await screen.findByLabelText(en.category.choose("Grace")));
    await user.click(await screen.findByLabelText(en.category.choose("Mercy")));
    await user.click(await press(en.hide));
    await screen.findByText(en.done.hidden(en.summary.many(2)));
    expect(studio.bodyOf("video", "clip-song-0")).toEqual({ isHidden: true, sourceTitle: "Grace" });
    expect(studio.bodyOf("video", "clip-song-1")).toEqual({ isHidden: true, sourceTitle: "Mercy" });
    await user.type(screen.getByLabelText(en.category.search), "pea");
    expect(screen.queryByText("Grace")).toBeNull();
    expect(screen.getByText("Peace")).toBeDefined();
  });

  it("of the platform lead to the upload of audio for data savers, or to what there is", async () => {
    const platform = ["dQw4w9WgXcQ", "aaaaaaaaaaa"].map((id) => ({ ...OWN_VIDEO, id, title: id }));
    const sound = ownVideo({ soundOf: "aaaaaaaaaaa" });
    await open("/studio/videos/music", {}, platform, [sound]);
    const { audio } = ownVideosMessages.en;
    const upload = await screen.findByRole("link", { name: audio.actionOf("dQw4w9WgXcQ") });
    expect(upload.getAttribute("href")).toBe(
      "/studio/own-videos/upload?soundOf=dQw4w9WgXcQ&title=dQw4w9WgXcQ",
    );
    const has = await screen.findByRole("link", { name: audio.hasOf("aaaaaaaaaaa") });
    expect(has.getAttribute("href")).toBe(`/studio/own-videos/${sound.id}`);
  });

  it("can be shown again from the first page", async () => {
    const documents = { "video/clip-song-0": { isHidden: true, sourceTitle: "Grace" } };
    const { user, studio } = await open("/studio/videos", documents);
    await user.click(await press(en.showOf("Grace")));
    await screen.findByText(en.done.shown("Grace"));
    expect(studio.bodyOf("video", "clip-song-0")).toMatchObject({ isHidden: false });
  });

  it("get details in each language", async () => {
    const { user, studio } = await open("/studio/videos/music?video=clip-song-0");
    for (const [language, text] of [
      ["English", "Amazing Grace"],
      ["Français", "Grâce infinie"],
    ] as const) {
      const label = kit.field.inLanguage(en.video.title, language);
      await user.type(await screen.findByLabelText(label), text);
    }
    await user.click(await press(kit.save.publish));
    await screen.findByText(kit.save.published);
    expect(studio.bodyOf("video", "clip-song-0")).toEqual({
      title: { en: "Amazing Grace", fr: "Grâce infinie" },
    });
  });
});

describe("custom playlists", () => {
  const OWN = {
    "category/choir": { title: { en: "Choir", fr: "Chorale" }, playlist: "own-list-choir" },
  };

  it("are composed of videos of other lists and ordered", async () => {
    const { user, studio } = await open("/studio/videos/choir", OWN);
    for (const title of ["Mercy", "Peace"]) {
      const find = await screen.findByLabelText(en.ownList.find);
      await user.clear(find);
      await user.type(find, title);
      await user.click(await press(en.picker.addOf(title)));
    }
    await user.click(await press(en.upOf("Peace")));
    await user.click(await press(kit.save.publish));
    await screen.findByText(kit.save.published);
    expect(studio.bodyOf("list", "choir")).toEqual({
      videos: [
        { id: "clip-song-2", title: "Peace" },
        { id: "clip-song-1", title: "Mercy" },
      ],
    });
  });

  it("are added without a link", async () => {
    const { user, studio } = await open();
    await user.click(await press(en.add));
    for (const language of ["English", "Français"]) {
      const label = kit.field.inLanguage(en.fields.title, language);
      await user.type(screen.getByLabelText(label), "Youth");
    }
    await user.click(screen.getByLabelText(en.ownList.choose));
    await user.click(await press(en.newCategory.go));
    await screen.findByText(en.ownList.empty);
    expect(studio.bodyOf("category", "youth")).toMatchObject({ playlist: "own-list-youth" });
  });
});

describe("details of a video", () => {
  it("stay when the video left its list, and the page says so", async () => {
    await open("/studio/videos/music?video=clip-gone", {
      "video/clip-gone": { sourceTitle: "As it was" },
    });
    await screen.findByRole("heading", { level: 1, name: "As it was" });
    expect(await screen.findByText(en.video.gone)).toBeDefined();
  });

  it("shows an invalid passage and a link without consent at their fields and keeps the input", async () => {
    const { user, studio } = await open("/studio/videos/music?video=clip-song-0");
    await user.type(await screen.findByLabelText(en.video.passage), "somewhere");
    await user.type(screen.getByLabelText(en.links.find), "Mercy");
    await user.click(await press(en.picker.addOf("Mercy")));
    await user.click(await press(kit.save.publish));
    await screen.findByText(en.video.faults.consent);
    expect(screen.getByText(en.video.faults.passage)).toBeDefined();
    await user.clear(screen.getByLabelText(en.video.passage));
    await user.type(screen.getByLabelText(en.video.passage), "Jean 3.16");
    await user.type(screen.getByLabelText(en.links.consent), "Mrs Ncube, 3 May");
    await user.selectOptions(screen.getByLabelText(en.links.relation), "testimony");
    await user.click(await press(kit.save.publish));
    await screen.findByText(kit.save.published);
    expect(studio.bodyOf("video", "clip-song-0")).toEqual({
      passage: "Jean 3.16",
      sourceTitle: "Grace",
      links: [
        { id: "clip-song-1", title: "Mercy", relation: "testimony", consent: "Mrs Ncube, 3 May" },
      ],
    });
  });
});
