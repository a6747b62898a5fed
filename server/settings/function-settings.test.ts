import { expect, test } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createFunctionSettings } from "./function-variables.ts";

test("functions elsewhere read the lists, words and channels as they are now", async () => {
  const ministry = {
    ...testMinistry(),
    lists: { choir: [{ id: "clip-one", title: "What it was called" }] },
    videos: { "clip-one": { speaker: "Ruth" } },
  };
  const response = await createFunctionSettings({ ministry }).request("/api/function-settings");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    PLAYLISTS: JSON.stringify(ministry.playlists),
    OWN_LISTS: '{"choir":["clip-one"]}',
    VIDEO_WORDS: '{"clip-one":{"speaker":"Ruth"}}',
    CHANNELS: "english,french",
  });
});
