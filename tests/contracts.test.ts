import type * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import type {
  PlaylistResponse,
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
  DeepReadonly,
} from "#shared/contracts/bible-reader.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import {
  FUNCTION_SETTINGS_PATH,
  type FunctionSettings,
} from "#shared/contracts/function-settings.ts";
import type { OwnAccountRequest, Profile } from "#shared/contracts/account.ts";
import type { PublishedRow } from "#shared/contracts/devotional.ts";
import type { SpeechRequest } from "#shared/contracts/speech.ts";
import {
  FUNCTION_SETTINGS_PATH as TOLD_AT,
  type SiteSettings,
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
  test("is what the function answers: playlists", () => {
    expectTypeOf<DeepReadonly<PlaylistResponse>>().toEqualTypeOf<DeepReadonly<PlaylistVideos>>();
    expectTypeOf<DeepReadonly<SaidOfVideo>>().toEqualTypeOf<DeepReadonly<VideoSaid>>();
  });
});

describe("a contract of a function's request", () => {
  test("is what the function reads: speech, the own account", () => {
    expectTypeOf<DeepReadonly<SpeechBody>>().toEqualTypeOf<DeepReadonly<SpeechRequest>>();
    expectTypeOf<OwnAccountBody>().toEqualTypeOf<OwnAccountRequest>();
  });
});

describe("a contract of what functions are told", () => {
  test("is what they read, at the same address", () => {
    expectTypeOf<SiteSettings>().toEqualTypeOf<FunctionSettings>();
    expect(TOLD_AT).toBe(FUNCTION_SETTINGS_PATH);
  });
});

describe("the ministry of the pages", () => {
  test("is that of ministry.json, but for what stays on the server", () => {
    type Shown = Omit<SiteMinistry, "channels" | "announcements">;
    type Told = Omit<Ministry, "channels" | "videos" | "lists" | "announcements">;
    expectTypeOf<DeepReadonly<Shown>>().toEqualTypeOf<DeepReadonly<Told>>();
    type ShownAnnouncement = NonNullable<SiteMinistry["announcements"]>[number];
    expectTypeOf<DeepReadonly<ShownAnnouncement>>().toEqualTypeOf<
      DeepReadonly<Omit<Announcement, "push">>
    >();
  });
});

describe("what a reader of the Bible asks for", () => {
  test("is a part of what the server answers", () => {
    expectTypeOf<ChapterAnswer>().toExtend<ReadChapter>();
    expectTypeOf<VersionsAnswer>().toExtend<
      DeepReadonly<v.InferOutput<typeof readVersionsSchema>>
    >();
    expectTypeOf<SearchAnswer>().toExtend<ReadSearch>();
  });
});

describe("a contract of a table", () => {
  test("has the columns of its row, each as the migrations type it", () => {
    type PublishedColumn = "date" | "title" | "verse" | "content" | "reflection";
    expectTypeOf<PublishedRow>().toEqualTypeOf<Pick<Row<"devotionals">, PublishedColumn>>();
    expectTypeOf<Profile>().toEqualTypeOf<Omit<Row<"profiles">, "id" | "updated_at">>();
  });
});
