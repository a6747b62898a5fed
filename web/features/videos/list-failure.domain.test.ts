import { expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { PlaylistError, TooManyRequests } from "#functions/_shared/playlist/playlist-error.ts";
import { listFailureOf } from "./list-failure.domain.ts";

const OWN = "Failed to fetch YouTube videos: the platform's daily quota is used up";

it.each<[string, Error, string, string | null]>([
  ["a proxy's page", new AppError("upstream_failed", 502, "HTTP 502"), "server_down", null],
  ["a proxy's limit", new AppError("upstream_failed", 429, "HTTP 429"), "too_many_requests", null],
  ["garbage", new AppError("upstream_failed", 200, "wrong shape"), "unreadable", null],
  ["no response", new AppError("network", 0, "Failed to fetch"), "no_response", null],
  ["a refusal", new AppError("upstream_failed", 403, "HTTP 403"), "refused", null],
  [
    "our function's own reason",
    new AppError("upstream_failed", 503, OWN, { reason: "quota_exceeded" }),
    "quota_exceeded",
    OWN,
  ],
  [
    "a reason of a newer server",
    new AppError("upstream_failed", 503, "News", { reason: "brand_new" }),
    "unexpected",
    "News",
  ],
  ["a fault of ours", new TypeError("x is undefined"), "unexpected", null],
])("%s", (_what, error, cause, ownWords) => {
  expect(listFailureOf(error, true)).toEqual({ cause, ownWords });
});

it("the function and the page name the same cause", () => {
  const { causes } = categoryMessages.en.list;
  expect(causes.quota_exceeded).toBe(new PlaylistError("quota_exceeded").message);
  expect(causes.timeout).toBe(new PlaylistError("timeout").message);
  expect(causes.too_many_requests).toBe(new TooManyRequests(1).message);
});

it("every cause has text in both languages, after the specified texts", () => {
  const { en, fr } = categoryMessages;
  expect(Object.keys(fr.list.causes)).toEqual(Object.keys(en.list.causes));
  expect(en.list.listError(en.list.fetchFailed(en.list.causes.server_down, null))).toBe(
    "Unable to load videos. Showing placeholder content. Error: Failed to fetch YouTube videos: our server isn't responding",
  );
  expect(en.list.fetchFailed("anything", OWN)).toBe(OWN);
  expect(fr.list.fetchFailed(fr.list.causes.server_down, OWN)).toBe(
    "Impossible de récupérer les vidéos YouTube\u00a0: notre serveur ne répond pas",
  );
});
