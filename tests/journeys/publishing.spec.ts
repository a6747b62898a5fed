import type { Page } from "@playwright/test";
import {
  backendHeaders,
  createAccount,
  enterAs,
  makeAdministrator,
} from "#tests/e2e/support/accounts.ts";
import { expect, test, visitBefore } from "./support/journey-test.ts";

const PATH = "/devotional/2023/05/14";
const ENTRY = { day: 14, verse: "Isaiah 55:11", content: "It shall not return void." };
const OLD = "The word of yesterday";
const NEW = "The word of today";

const heading = (page: Page) => page.getByRole("article").getByRole("heading", { level: 2 });

/** Returns the page from the service worker's cache, as it is shown offline. */
function cachedPage(page: Page): Promise<string> {
  return page.evaluate(async (path) => (await (await caches.match(path))?.text()) ?? "", PATH);
}

test("a publication shows at once to its author and to other readers, also in their caches @full", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const account = await makeAdministrator(request, baseURL ?? "", await createAccount(request));
  const { day: _, ...texts } = ENTRY;
  const first = await request.post("/rest/v1/devotionals", {
    headers: await backendHeaders(request, account),
    data: { ...texts, date: "2023-05-14", language: "en", title: OLD, status: "published" },
  });
  expect(first.status()).toBe(201);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const reader = await context.newPage();
  await enterAs(page, account);
  for (const visitor of [reader, page]) {
    await visitBefore(visitor, PATH);
    await visitor.reload();
    await expect(heading(visitor)).toHaveText(OLD);
    await expect.poll(() => cachedPage(visitor)).toContain(OLD);
  }

  const second = await request.patch("/rest/v1/devotionals?date=eq.2023-05-14&language=eq.en", {
    headers: await backendHeaders(request, account),
    data: { title: NEW },
  });
  expect(second.status()).toBe(204);

  // A new visitor without scripts gets the server's cached page.
  await expect.poll(async () => (await request.get(PATH)).text()).toContain(NEW);
  for (const visitor of [reader, page]) {
    await visitor.reload();
    await expect(heading(visitor)).toHaveText(NEW);
    await expect.poll(() => cachedPage(visitor)).toContain(NEW);
  }
  const feed = await request.get("/devotional/feed.xml");
  expect(await feed.text()).toContain(NEW);
  expect(feed.headers()["cache-control"]).toBe("no-cache");

  await context.close();
});
