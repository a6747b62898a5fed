import type { Page } from "@playwright/test";
import { searchMessages } from "#shared/messages/search.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { expect, test } from "./support/page-test.ts";

const { en, fr } = searchMessages;

const field = (page: Page, texts = en) =>
  page.getByRole("main").getByRole("combobox", { name: texts.field });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

test("a query finds videos, devotionals, verses and pages, in groups with counts", async ({
  page,
}) => {
  await page.goto("/search");
  await field(page).fill("shepherd");
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/search\?q=shepherd$/);
  await expect(heading(page, en.resultsFor("shepherd"))).toBeVisible();
  for (const kind of ["videos", "devotionals", "bible"] as const) {
    await expect(page.getByRole("region", { name: en.kinds[kind] })).toBeVisible();
  }
  const kinds = page.getByRole("navigation", { name: en.groups });
  await expect(kinds.getByRole("link", { name: /^Bible \d+/ })).toBeVisible();
  await kinds.getByRole("link", { name: /^Bible/ }).click();
  await expect(page).toHaveURL(/kind=bible$/);
  await expect(page.getByRole("region", { name: en.kinds.videos })).toBeHidden();
});

test("a found video plays over the results, and closing it returns to them @full", async ({
  page,
}) => {
  await page.goto("/search?q=god+so+loved");
  await page.locator("[data-video]").first().click();
  await expect(page.getByRole("dialog").locator("iframe")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close/ })
    .click();
  await expect(page).toHaveURL(/\/search\?q=god\+so\+loved$/);
});

test("suggestions appear after two letters, and the keyboard moves through them", async ({
  page,
}) => {
  await page.goto("/search");
  await field(page).fill("j");
  await expect(page.getByRole("listbox")).toBeHidden();
  await field(page).fill("john 3:16");
  const options = page.getByRole("option");
  await expect(options.first()).toContainText("John 3:16");
  await field(page).press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id")) ?? "",
  );
  await field(page).press("ArrowUp");
  await expect(options.first()).toHaveAttribute("aria-selected", "false");
  await field(page).press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(field(page)).toHaveValue("john 3:16");
  await field(page).press("ArrowDown");
  await field(page).press("ArrowDown");
  await field(page).press("Enter");
  await expect(page).toHaveURL(/\/bible\?book=john&chapter=3&verse=16/);
});

test("the / key and the header's link open search over any page; Escape closes it, and on a phone its button stays in view", async ({
  page,
}) => {
  await page.goto("/privacy-policy");
  await waitForAfterLoad(page);
  const dialog = page.getByRole("dialog", { name: en.title });
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(dialog.getByRole("combobox")).toBeFocused();
  // A slash typed after the field opened is in it, and Escape empties a field before it closes.
  await dialog.getByRole("combobox").clear();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("banner").getByRole("link", { name: en.title }).click();
  const long = "the good shepherd who stays";
  await dialog.getByRole("combobox").fill(long);
  await expect(dialog.getByRole("option", { name: en.allResults(long) })).toBeVisible();
  await expect(dialog.getByRole("button", { name: en.close })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("combobox").fill("xqzzy");
  await expect(dialog.getByRole("status")).toHaveText(en.noSuggestions);
  // The list is as wide as the sheet.
  const option = await dialog.getByRole("option").boundingBox();
  expect(option?.width).toBeGreaterThan(300);
  await dialog.getByRole("combobox").fill("psalm 23");
  await dialog.getByRole("option", { name: /Psalms 23/ }).click();
  await expect(page).toHaveURL(/\/bible\?book=psalms&chapter=23/);
  await expect(dialog).toBeHidden();
});

test("recent searches stay on the device and can be cleared @full", async ({ page }) => {
  await page.goto("/search");
  await field(page).fill("grace");
  await field(page).press("Enter");
  await expect(heading(page, en.resultsFor("grace"))).toBeVisible();
  await page.goto("/search");
  const recent = page.getByRole("region", { name: en.recent });
  await expect(recent.getByRole("link", { name: "grace" })).toBeVisible();
  await recent.getByRole("button", { name: en.clearRecent }).click();
  await expect(recent).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("search-history"))).toBeNull();
});

test("results are not indexed by search engines, which get an OpenSearch description", async ({
  request,
}) => {
  const noindex = /<meta name="robots" content="noindex"/;
  expect(await (await request.get("/search?q=grace")).text()).toMatch(noindex);
  const html = await (await request.get("/search")).text();
  expect(html).not.toMatch(noindex);
  expect(html).toContain("/search?q={search_term_string}");
  const address = /<link rel="search"[^>]* href="([^"]+)"/.exec(html)?.[1];
  const description = await request.get(address ?? "");
  expect(description.headers()["content-type"]).toContain("application/opensearchdescription+xml");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the header links to the search page, whose form queries the server @full", async ({
    page,
  }) => {
    await page.goto("/fr/privacy-policy");
    await page.getByRole("banner").getByRole("link", { name: fr.submit }).click();
    await expect(page).toHaveURL(/\/fr\/search$/);
    await field(page, fr).fill("berger");
    await field(page, fr).press("Enter");
    await expect(page).toHaveURL(/\/fr\/search\?q=berger$/);
    await expect(page.getByRole("region", { name: fr.kinds.devotionals })).toBeVisible();
  });
});

test("the states of search are accessible in both themes and report their results @full", async ({
  page,
}) => {
  await page.goto("/search?q=a");
  await expect(page.getByText(en.tooShort)).toBeVisible();
  await expectAccessible(page);
  const hostile = `"><img src=x onerror=alert(1)>`;
  await page.goto(`/search?q=${encodeURIComponent(hostile)}`);
  await expect(heading(page, en.resultsFor(hostile))).toBeVisible();
  await page.goto("/search?q=qwrtzpsdfg");
  await expect(page.getByText(en.nothing("qwrtzpsdfg"))).toBeVisible();
  await expect(page.getByRole("region", { name: en.browse }).getByRole("link")).toHaveCount(9);
  await expectAccessible(page);
  await page.goto("/search?q=shephard+stays");
  await expect(page.getByRole("link", { name: /The Shepherd Who Stays/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await field(page).fill("grace");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.goto("/fr/search?q=Jean+3.16");
  await page.getByText(fr.openBible("Jean 3:16")).click();
  await expect(page).toHaveURL(/\/fr\/bible\?.*book=john&chapter=3/);
});
