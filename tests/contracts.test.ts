import type * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  PlaylistAnswer,
  VideoSaid as SaidOfVideo,
} from "#functions/_shared/playlist/playlist.domain.ts";
import type {
  ChapterAnswer,
  SearchAnswer,
  VersionsAnswer,
} from "#shared/contracts/bible-responses.ts";
import type {
  ReadChapter,
  ReadSearch,
  readVersionsSchema,
} from "#shared/contracts/bible-reader.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { Frozen } from "#shared/contracts/deep-readonly.ts";
import {
  FUNCTION_SETTINGS_PATH,
  type FunctionSettings,
} from "#shared/contracts/function-settings.ts";
import type { OwnAccountRequest, Profile } from "#shared/contracts/account.ts";
import type { PublishedRow } from "#shared/contracts/devotional.ts";
import type { SpeechRequest } from "#shared/contracts/speech.ts";
import {
  FUNCTION_SETTINGS_PATH as TOLD_AT,
  type ToldSettings,
} from "#functions/_shared/runtime/site-settings.ts";
import type { SpeechBody } from "#functions/_shared/speech/speech-texts.ts";
import type { OwnAccountBody } from "#functions/_shared/account/own-account.ts";
import type { Row } from "#shared/contracts/database.ts";
import type { PlaylistVideos } from "#shared/contracts/playlist-videos.ts";
import type { VideoSaid } from "#shared/contracts/video-details.ts";
import type { SiteMinistry } from "#shared/contracts/site.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/**
 * What the type checker compares here, because nothing else would: the shapes of shared/contracts with
 * those that are made elsewhere (decision 035).
 */

describe("a contract of a function", () => {
  it("is what the function answers: playlists", () => {
    expectTypeOf<Frozen<PlaylistAnswer>>().toEqualTypeOf<Frozen<PlaylistVideos>>();
    expectTypeOf<Frozen<SaidOfVideo>>().toEqualTypeOf<Frozen<VideoSaid>>();
  });
});

describe("a contract of a function's request", () => {
  it("is what the function reads: speech, the own account", () => {
    expectTypeOf<Frozen<SpeechBody>>().toEqualTypeOf<Frozen<SpeechRequest>>();
    expectTypeOf<OwnAccountBody>().toEqualTypeOf<OwnAccountRequest>();
  });
});

describe("a contract of what functions are told", () => {
  it("is what they read, at the same address", () => {
    expectTypeOf<ToldSettings>().toEqualTypeOf<FunctionSettings>();
    expect(TOLD_AT).toBe(FUNCTION_SETTINGS_PATH);
  });
});

describe("the ministry of the pages", () => {
  it("is that of ministry.json, but for what stays on the server", () => {
    type Shown = Omit<SiteMinistry, "channels" | "announcements">;
    type Told = Omit<Ministry, "channels" | "videos" | "lists" | "announcements">;
    expectTypeOf<Frozen<Shown>>().toEqualTypeOf<Frozen<Told>>();
    type ShownAnnouncement = NonNullable<SiteMinistry["announcements"]>[number];
    expectTypeOf<Frozen<ShownAnnouncement>>().toEqualTypeOf<Frozen<Omit<Announcement, "push">>>();
  });
});

describe("what a reader of the Bible asks for", () => {
  it("is a part of what the server answers", () => {
    expectTypeOf<ChapterAnswer>().toExtend<ReadChapter>();
    expectTypeOf<VersionsAnswer>().toExtend<Frozen<v.InferOutput<typeof readVersionsSchema>>>();
    expectTypeOf<SearchAnswer>().toExtend<ReadSearch>();
  });
});

describe("a contract of a table", () => {
  it("has the columns of its row, each as the migrations type it", () => {
    type PublishedColumn = "date" | "title" | "verse" | "content" | "reflection";
    expectTypeOf<PublishedRow>().toEqualTypeOf<Pick<Row<"devotionals">, PublishedColumn>>();
    expectTypeOf<Profile>().toEqualTypeOf<Omit<Row<"profiles">, "id" | "updated_at">>();
  });
});
