import type * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
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
} from "#shared/contracts/bible-reader.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { DeepReadonly } from "#shared/contracts/bible-reader.ts";
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
 * Compile-time checks of shapes in shared/contracts against those defined elsewhere, which nothing else compares
 * (decision 035).
 */

describe("the contract of a function's response", () => {
  it("matches the function's playlists", () => {
    expectTypeOf<DeepReadonly<PlaylistResponse>>().toEqualTypeOf<DeepReadonly<PlaylistVideos>>();
    expectTypeOf<DeepReadonly<SaidOfVideo>>().toEqualTypeOf<DeepReadonly<VideoSaid>>();
  });
});

describe("the contract of a function's request", () => {
  it("matches what the function parses: speech, account actions", () => {
    expectTypeOf<DeepReadonly<SpeechBody>>().toEqualTypeOf<DeepReadonly<SpeechRequest>>();
    expectTypeOf<OwnAccountBody>().toEqualTypeOf<OwnAccountRequest>();
  });
});

describe("the contract of a function's settings", () => {
  it("matches the fields that functions read, from the same path", () => {
    expectTypeOf<SiteSettings>().toEqualTypeOf<FunctionSettings>();
    expect(TOLD_AT).toBe(FUNCTION_SETTINGS_PATH);
  });
});

describe("the ministry of the pages", () => {
  it("is that of ministry.json without the server's own fields", () => {
    type Shown = Omit<SiteMinistry, "channels" | "announcements">;
    type Told = Omit<Ministry, "channels" | "videos" | "lists" | "announcements">;
    expectTypeOf<DeepReadonly<Shown>>().toEqualTypeOf<DeepReadonly<Told>>();
    type ShownAnnouncement = NonNullable<SiteMinistry["announcements"]>[number];
    expectTypeOf<DeepReadonly<ShownAnnouncement>>().toEqualTypeOf<
      DeepReadonly<Omit<Announcement, "push">>
    >();
  });
});

describe("the Bible response that a reader uses", () => {
  it("is a subset of the server's response", () => {
    expectTypeOf<ChapterAnswer>().toExtend<ReadChapter>();
    expectTypeOf<VersionsAnswer>().toExtend<
      DeepReadonly<v.InferOutput<typeof readVersionsSchema>>
    >();
    expectTypeOf<SearchAnswer>().toExtend<ReadSearch>();
  });
});

describe("the contract of a table", () => {
  it("has the columns of its row, with the types of the migrations", () => {
    type PublishedColumn = "date" | "title" | "verse" | "content" | "reflection";
    expectTypeOf<PublishedRow>().toEqualTypeOf<Pick<Row<"devotionals">, PublishedColumn>>();
    expectTypeOf<Profile>().toEqualTypeOf<Omit<Row<"profiles">, "id" | "updated_at">>();
  });
});
