import { describe, expect, it } from "vitest";
import { parseConfig } from "#server/settings/config.ts";
import { testSiteFacts } from "#tests/support/site-fixture.ts";
import { APP_ID } from "#shared/site/app-links.ts";
import { publicPaths, createAppLinkFiles, sitemapXml } from "./well-known-files.ts";

const ANDROID = "/.well-known/assetlinks.json";
const APPLE = "/.well-known/apple-app-site-association";
const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");

function filesFor(environment: Record<string, string>) {
  return createAppLinkFiles(parseConfig(environment));
}

it.each([ANDROID, APPLE])("has no %s without a configured app", async (path) => {
  const response = await filesFor({}).request(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("application/json");
});

it("names the app and every fingerprint in Android's file", async () => {
  const other = FINGERPRINT.replaceAll("AB", "01");
  const response = await filesFor({ ANDROID_SHA256: `${FINGERPRINT}, ${other}` }).request(ANDROID);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.json()).toEqual([
    {
      relation: ["delegate_permission/common.handle_all_urls"],
      target: {
        namespace: "android_app",
        package_name: APP_ID,
        sha256_cert_fingerprints: [FINGERPRINT, other],
      },
    },
  ]);
});

it("names team, app and pages in Apple's file, and opens every public page in the app", async () => {
  const response = await filesFor({ APPLE_TEAM_ID: "ABCDE12345" }).request(APPLE);
  expect(response.headers.get("content-type")).toContain("application/json");
  const { applinks } = await response.json();
  expect(applinks.details[0].appIDs).toEqual([`ABCDE12345.${APP_ID}`]);
  const patterns: string[] = applinks.details[0].components.map(
    (component: Record<string, string>) => component["/"],
  );
  const isOpened = (path: string): boolean =>
    patterns.some((pattern) =>
      pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    );
  expect(publicPaths(testSiteFacts().ministry).filter((path) => !isOpened(path))).toEqual([]);
  for (const path of [
    "/api/site",
    "/embed/yt/x",
    "/media/a",
    "/devotional/feed.xml",
    "/auth/v1/verify",
  ]) {
    expect(isOpened(path)).toBe(false);
  }
});

it("the sitemap has own videos at their pages, without sounds of other videos and categories that are gone", () => {
  const video = { id: "clip-own-0123456789ab", category: "sermons", soundOf: null };
  const facts = testSiteFacts();
  const xml = sitemapXml(facts, [
    video,
    { ...video, id: "clip-own-111111111111", category: "gone" },
    { ...video, id: "clip-own-222222222222", soundOf: "dQw4w9WgXcQ" },
  ]);
  expect([...xml.matchAll(/<loc>([^<]+clip-own[^<]+)/g)].map(([, address]) => address)).toEqual([
    `${facts.siteUrl}/videos/sermons?v=${video.id}`,
    `${facts.siteUrl}/fr/videos/sermons?v=${video.id}`,
  ]);
});

describe("invalid setting that stops the start with the expected format", () => {
  it.each([
    ["ANDROID_SHA256", "AB:CD"],
    ["ANDROID_SHA256", FINGERPRINT.toLowerCase()],
    ["APPLE_TEAM_ID", "short"],
  ])("%s=%s", (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name);
  });
});
