import type { RouteObject } from "react-router";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { ROUTES } from "#web/app/routes.tsx";
import { sendRequest } from "./support/send-request.ts";
import { expect, test } from "./support/journey-test.ts";

/** Every page of the route table with a concrete path, in both languages. */
const PAGES = pathsOf(ROUTES).flatMap((path) => [path, path === "/" ? "/fr" : `/fr${path}`]);
/** Query parameters of mail links, advertisements and players. */
const PARAMETERS = [
  "code",
  "token_hash",
  "access_token",
  "error_description",
  "type",
  "utm_source",
  "channel",
  "page",
  "q",
  "v",
  "day",
  "version",
  "book",
  "chapter",
  "verse",
  "tv",
];

function pathsOf(routes: readonly RouteObject[], above = ""): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? above : `${above}/${route.path}`;
    if (route.children) return pathsOf(route.children, path);
    if (path.endsWith("/:slug")) return categoriesBelow(path);
    if (path.endsWith("*")) return ["/no-such-page"];
    return [path === "" ? "/" : path.replace(/\/:year.*/, ""), ...datedPath(path)];
  });
}

/** Returns the paths of all categories of a route. */
function categoriesBelow(path: string): string[] {
  const folder = path.replace(":slug", "");
  return CATEGORIES.map((category) => category.path).filter((one) => one.startsWith(folder));
}

function datedPath(path: string): string[] {
  return path.includes(":year") ? [path.replace(/\/:year.*/, "/2026/06/14")] : [];
}

test("no page shows a visitor the parameters of an earlier one", async ({ baseURL }) => {
  const origin = baseURL ?? "";
  expect(PAGES.length).toBeGreaterThan(40);
  for (const [index, path] of PAGES.entries()) {
    const secret = "PLANTED7f3a";
    const query = PARAMETERS.map((name) => `${name}=${secret}`).join("&");
    const headers = {
      cookie: `session=${secret}`,
      authorization: `Bearer ${secret}`,
      referer: `https://example.org/${secret}`,
      "accept-language": secret,
      "user-agent": secret,
      "x-forwarded-host": `${secret}.example`,
      host: `${secret.toLowerCase()}.example`,
      "accept-encoding": "gzip",
    };
    const planted = await sendRequest(origin, `${path}?${query}`, { headers });
    // A single parameter too: several together may bypass the cache. They alternate.
    const name = PARAMETERS[index % PARAMETERS.length];
    await sendRequest(origin, `${path}?${name}=${secret}`, { headers });
    const later = await sendRequest(origin, path);
    expect(later.text.toLowerCase(), path).not.toContain(secret.toLowerCase());
    expect(later.text, path).toContain("</html>");
    const ofHeaders = await sendRequest(origin, path, { headers });
    expect(ofHeaders.text.toLowerCase(), path).not.toContain(secret.toLowerCase());
    expect(planted.header("set-cookie"), path).toBe("");
  }
});

test("no page contains account parameters of its URL", async ({ baseURL }) => {
  for (const path of [
    "/auth",
    "/auth/reset",
    "/fr/auth/reset",
    "/auth/confirmed",
    "/auth/forgot",
  ]) {
    const answer = await sendRequest(
      baseURL ?? "",
      `${path}?code=SECRET&token_hash=SECRET&q=SECRET`,
    );
    expect(answer.status).toBe(200);
    expect(answer.text, path).not.toContain("SECRET");
    expect(answer.header("cache-control"), path).toBe("no-store");
  }
});

const MOVED: readonly [from: string, to: string][] = [
  ["/LiVe-Tv", "/live-tv"],
  ["/liv%65-tv", "/live-tv"],
  ["/live-tv/", "/live-tv"],
  ["//live-tv", "/live-tv"],
  ["/live-tv///", "/live-tv"],
  ["/%4Cive-TV/", "/live-tv"],
  ["/fr/", "/fr"],
  ["/FR", "/fr"],
  ["/fr//Bible/", "/fr/bible"],
  ["/Videos/Music?page=2", "/videos/music?page=2"],
  ["/devotional//2026/06/14", "/devotional/2026/06/14"],
  ["/auth/reset/?code=SECRET", "/auth/reset?code=SECRET"],
  ["//", "/"],
  ["/TV", "/tv"],
];

test("a differently spelled path redirects to the page's own path, and to no other site", async ({
  baseURL,
}) => {
  const origin = baseURL ?? "";
  for (const [from, to] of MOVED) {
    const answer = await sendRequest(origin, from);
    expect.soft([301, 308], from).toContain(answer.status);
    expect.soft(answer.header("location"), from).toBe(to);
    const { status } = await sendRequest(origin, to);
    expect.soft(status, to).toBe(to.startsWith("/devotional/2") ? 404 : 200);
  }
  for (const path of [
    "//evil.example",
    "///evil.example/",
    "/\\evil.example",
    "/%2Fevil.example",
    "//evil.example/%2e%2e",
    "/https://evil.example",
  ]) {
    const answer = await sendRequest(origin, path);
    expect.soft(answer.header("location"), path).not.toMatch(/^(?:[a-z]+:|[/\\]{2}|\/\\)/i);
    expect.soft([301, 308, 400, 404], path).toContain(answer.status);
  }
});

test("an unknown path gets the app's page with 404 and nothing of the path", async ({
  baseURL,
}) => {
  const answer = await sendRequest(baseURL ?? "", "/no/such/place?utm_source=PLANTED");
  expect(answer.status).toBe(404);
  expect(answer.text).toContain("Oops! Page not found");
  expect(answer.text).not.toContain("/no/such/place");
  expect(answer.text).not.toContain("PLANTED");
  const french = await sendRequest(baseURL ?? "", "/fr/no/such/place");
  expect(french.text).toContain("Page introuvable");
});

test.describe("in the browser", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("a page with parameters that the server ignores hydrates without error, and its links contain known parameters only", async ({
    page,
  }) => {
    const french = page.locator("header a[hreflang=fr]");
    await page.goto("/bible?version=kjv&book=john&chapter=3&verse=16&utm_source=x");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(french).toHaveAttribute(
      "href",
      "/fr/bible?version=kjv&book=john&chapter=3&verse=16",
    );
    await page.goto("/?utm_source=x");
    await expect(page.locator("a[data-video]").first()).toHaveAttribute("href", /^\/\?v=[^&]+$/);
    await expect(french).toHaveAttribute("href", "/fr");
    await page.goto("/no/such/place?code=1");
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await expect(french).toHaveAttribute("href", "/fr");
  });
});
