import { expect, MOVING, test } from "./support/page-test.ts";

test.use(MOVING);

test("the header has navigation, Sign In and links that open in a new tab; the footer has tagline, mission, social links, contact and mail drafts (S1.1, S1.14, S2.21 to S2.25, S2.28, S2.121, S2.123 to S2.127)", async ({
  page,
}) => {
  await page.goto("/");
  const banner = page.getByRole("banner");
  const navigation = banner.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Home", "Live TV", "Videos", "History"]) {
    await expect(navigation.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(banner.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
  for (const name of ["Prayer Requests", "About Us", "Contact Us", "Donate"]) {
    const link = banner.getByRole("link", { name });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("href", /^https:\/\//);
  }
  await expect(page.getByRole("navigation", { name: "Quick navigation" })).toBeHidden();

  const footer = page.getByRole("contentinfo");
  await expect(footer.getByText("Where Jesus Christ is King")).toBeVisible();
  await expect(footer.getByText(/demonstration ministry/i)).toBeVisible();
  for (const name of ["Facebook", "X", "Instagram", "YouTube"]) {
    const link = footer.getByRole("link", { name: new RegExp(`^${name} `) });
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(footer.getByText("© 2025 Reign TV. All rights reserved.")).toBeVisible();
  await expect(footer.getByRole("link", { name: "Give" })).toHaveAttribute("target", "_blank");
  await expect(footer.locator('a[href^="tel:"]')).toBeVisible();
  await expect(footer.locator('a[href="mailto:hello@reign-tv.example"]')).toBeVisible();
  await expect(footer.getByText(/Harare, Zimbabwe/)).toBeVisible();
  for (const [name, subject] of [
    ["Terms of Service", /\?subject=Terms%20of%20Service%20Inquiry$/],
    ["Contact", /\?subject=Contact%20Inquiry$/],
  ] as const) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", subject);
  }
  await page.mouse.wheel(0, 900);
  await expect(banner).toBeInViewport();
});

test("between small and wide windows the ministry's links are in the menu More, which closes on Escape, a press elsewhere and navigation (S2.21) @full", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto("/");
  const banner = page.getByRole("banner");
  const more = banner.getByRole("button", { name: "More" });
  const prayers = banner.getByRole("link", { name: "Prayer Requests" });
  await expect(prayers).toBeHidden();
  await more.click();
  await expect(prayers).toBeVisible();
  // The code of an open menu loads when it opens.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(prayers).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(more).toBeFocused();
  await more.click();
  await page.mouse.click(5, 400);
  await expect(prayers).toBeHidden();
  await more.click();
  await banner.getByRole("link", { name: "Videos" }).click();
  await expect(prayers).toBeHidden();
});

test("the theme toggle switches to dark, is stored, and paints without a flash (S1.12, S3.16, S4.4 to S4.6, S9.26)", async ({
  page,
}) => {
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).not.toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(root).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  // The boot script sets the class before any module runs.
  await expect(root).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await expect(root).not.toHaveClass(/dark/);
  await page.evaluate(() => localStorage.setItem("theme", "{purple"));
  await page.reload();
  await expect(root).not.toHaveClass(/dark/);
  await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
});

test("on a phone the bottom bar holds Home, Live TV, Sermons, Give and Bible, each at least 44 px high; the menu opens, marks the route, and closes on selection and on Escape @phone (S2.27, S2.30, S2.32 to S2.34, S2.42, S4.7, S9.13)", async ({
  page,
}) => {
  await page.goto("/videos/sermons");
  const bar = page.getByRole("navigation", { name: "Quick navigation" });
  await expect(bar.getByRole("link")).toHaveText(["Home", "Live TV", "Sermons", /^Give/, "Bible"]);
  await expect(bar.getByRole("link", { name: "Sermons" })).toHaveAttribute("aria-current", "page");
  await expect(bar.getByRole("link", { name: "Give" })).toHaveAttribute("target", "_blank");
  for (const link of await bar.getByRole("link").all()) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    // Columns that the texts do not change: nothing moves while the page arrives.
    expect(Math.round(box?.width ?? 0)).toBe(Math.round((page.viewportSize()?.width ?? 0) / 5));
  }
  await bar.getByRole("link", { name: "Home" }).click();
  // The URL changes before the page, and a menu closes with the page it was opened on.
  await expect(bar.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  const toggle = page.getByRole("button", { name: "Open menu" });
  await toggle.click();
  const menu = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  await expect(menu.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  await expect(menu.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
  await expect(menu.getByRole("link", { name: "Donate" })).toHaveAttribute("target", "_blank");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  await toggle.click();
  await menu.getByRole("link", { name: "Videos" }).click();
  await expect(page).toHaveURL(/\/video-on-demand$/);
  await expect(menu).toBeHidden();
});

test("the skip link jumps to the main content; every navigation scrolls to the top, focuses the heading and marks the route; the footer's quick links scroll to the sections of Home (S2.20, S2.26, S2.122)", async ({
  page,
}) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();

  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole("link", { name: "Sermons and Programs" }).click();
  await expect(page).toHaveURL(/\/#sermons$/);
  await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeInViewport();

  const navigation = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  const liveTv = navigation.getByRole("link", { name: "Live TV" });
  await liveTv.click();
  await expect(liveTv).toHaveAttribute("aria-current", "page");
  await expect(navigation.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
});

test.describe("an unknown path", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("responds with 404, the page of the specification and a link home (S1.15, S2.19, S8.20) @full", async ({
    page,
  }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("the language switch opens the same page in French and back", async ({ page }) => {
  await page.goto("/video-on-demand");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL(/\/fr\/video-on-demand$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vidéos à la demande");
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/video-on-demand$/);
});

test("reduced motion stops the animation of the Live badge @full", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const runningCount = () =>
    document.getAnimations().filter((animation) => animation.playState === "running").length;
  // A colour transition may run for a moment; the badge's animation would never end.
  await expect.poll(() => page.evaluate(runningCount)).toBe(0);
});
