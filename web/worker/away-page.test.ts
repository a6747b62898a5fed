import { expect, it } from "vitest";
import { playbackProblemMessages } from "#shared/messages/playback-problem.ts";
import { awayPage } from "./away-page.ts";

it.each([
  ["/embed/clip/one?autoplay=1&lang=fr", "fr"],
  ["/embed/yt/AAAAAAAAAA1?hl=fr", "fr"],
  ["/embed/yt/AAAAAAAAAA1?hl=xx", "en"],
  ["/embed/channel/english", "en"],
  ["/fr/tv", "fr"],
  ["/tv", "en"],
] as const)("%s gives the reason in its language (%s)", async (path, language) => {
  const response = awayPage(new URL(path, "https://tv.example.org"));
  const page = await response.text();
  const texts = playbackProblemMessages[language];
  expect(page).toContain(`<html lang="${language}"`);
  for (const words of [texts.offlineTitle, texts.serverTitle, texts.tryAgain]) {
    expect(page).toContain(words);
  }
  expect(response.headers.get("cache-control")).toBe("no-store");
});
