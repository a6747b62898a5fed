import { expect, it } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createFunctionSettings } from "./function-variables.ts";

it("gives external functions the current playlists, videos and channels", async () => {
  const ministry = {
    ...testMinistry(),
    lists: { choir: [{ id: "clip-one", title: "What it was called" }] },
    videos: {
      "clip-one": {
        speaker: "Ruth",
        links: [{ id: "clip-two", title: "Hidden title", relation: "testimony" as const }],
      },
      "clip-two": { isHidden: true, title: { en: "Hidden title", fr: "Titre masqué" } },
    },
  };
  const response = await createFunctionSettings({ ministry: () => ministry }).request(
    "/api/function-settings",
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    PLAYLISTS: JSON.stringify(ministry.playlists),
    OWN_LISTS: '{"choir":["clip-one"]}',
    VIDEO_WORDS: '{"clip-one":{"speaker":"Ruth","links":[]},"clip-two":{"isHidden":true}}',
    CHANNELS: "english,french",
  });
});
