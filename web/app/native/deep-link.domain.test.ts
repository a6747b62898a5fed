import { describe, expect, it } from "vitest";
import { deepLinkPath, isFile } from "./deep-link.domain.ts";

const TARGETS = { origins: ["https://tv.example.org"], scheme: "tv.reign.app" };

describe("a URL of the site opens the page it names", () => {
  it.each([
    ["https://tv.example.org", "/"],
    ["https://tv.example.org/live-tv", "/live-tv"],
    [
      "https://tv.example.org/fr/bible?book=john&chapter=3&verse=16",
      "/fr/bible?book=john&chapter=3&verse=16",
    ],
    [
      "https://tv.example.org/auth/reset#access_token=a&type=recovery",
      "/auth/reset#access_token=a&type=recovery",
    ],
    ["tv.reign.app://live-tv", "/live-tv"],
    ["tv.reign.app:///videos/music?v=abc", "/videos/music?v=abc"],
    ["tv.reign.app://devotional/2026/06/14", "/devotional/2026/06/14"],
    ["tv.reign.app://", "/"],
    ["TV.REIGN.APP://bible", "/bible"],
    ["https://tv.example.org/bible%3Fversion=kjv&amp;book=john", "/bible?version=kjv&book=john"],
  ])("%s", (address, path) => {
    expect(deepLinkPath(address, TARGETS)).toBe(path);
  });
});

describe("a URL of another site opens nothing", () => {
  it.each([
    "https://evil.example/live-tv",
    "http://tv.example.org/live-tv",
    "https://tv.example.org.evil.example/",
    "https://tv.example.org/calendar.ics",
    "javascript:alert(1)",
    "other.app://live-tv",
    "not an address",
    "",
  ])("%s", (address) => {
    expect(deepLinkPath(address, TARGETS)).toBeNull();
  });
});

describe("a URL of the scheme, which any app may send, brings no session", () => {
  it.each([
    ["tv.reign.app://auth/confirmed#access_token=stolen&refresh_token=x", "/auth/confirmed"],
    ["tv.reign.app://auth/confirmed?code=stolen", null],
    ["tv.reign.app://auth/confirmed%3Fa=1&amp;code=stolen", null],
    ["tv.reign.app://auth/confirmed?error_description=x", null],
  ])("%s", (address, path) => {
    expect(deepLinkPath(address, TARGETS)).toBe(path);
  });
});

it.each([
  ["/calendar.ics", true],
  ["/devotional/feed.xml", true],
  ["/devotional/2026/06/14", false],
  ["/", false],
])("%s is a file: %s", (path, expected) => {
  expect(isFile(path)).toBe(expected);
});
