import { expect, test } from "./support/page-test.ts";

test("the header shows the logo, the navigation and Sign In leading to /auth (S2.24, S2.25, S2.28)", async ({
  page,
}) => {
  await page.goto("/");
  const navigation = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Home", "Live TV", "Videos", "History"]) {
    await expect(navigation.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    "/auth",
  );
});

test("links to the ministry's website and Donate open in a new tab without an opener (S2.21, S2.22)", async ({
  page,
}) => {
  await page.goto("/");
  const navigation = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Prayer Requests", "About Us", "Contact Us", "Donate"]) {
    const link = navigation.getByRole("link", { name });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("href", /^https:\/\//);
  }
});

test("the current route is marked in the navigation (S2.26)", async ({ page }) => {
  await page.goto("/live-tv");
  const navigation = page.getByRole("banner").getByRole("navigation", { name: "Main navigation" });
  await expect(navigation.getByRole("link", { name: "Live TV" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(navigation.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
});

test("the header stays on top while the page scrolls (S2.23)", async ({ page }) => {
  await page.goto("/");
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole("banner")).toBeInViewport();
});

test("the theme toggle switches to dark, is remembered, and paints without a flash (S1.12, S3.16, S4.4 to S4.6, S9.26)", async ({
  page,
}) => {
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).not.toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(root).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  // Before any module has run, the boot script has set the class.
  await expect(root).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await expect(root).not.toHaveClass(/dark/);
});

test("a corrupt stored theme falls back to light and breaks nothing", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "{purple"));
  await page.goto("/");
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
});

test("every navigation scrolls to the top and moves focus to the heading (S2.20)", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("the skip link leads to the main content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("the small-screen menu opens, marks the route, closes on choice and on Escape @phone (S2.27, S2.30, S4.7)", async ({
  page,
}) => {
  await page.goto("/");
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

test("the bottom bar holds Home, Live TV, Sermons, Give and Bible, each at least 44 px high @phone (S2.32 to S2.34, S2.42, S9.13)", async ({
  page,
}) => {
  await page.goto("/videos/sermons");
  const bar = page.getByRole("navigation", { name: "Quick navigation" });
  await expect(bar.getByRole("link")).toHaveText(["Home", "Live TV", "Sermons", /^Give/, "Bible"]);
  await expect(bar.getByRole("link", { name: "Sermons" })).toHaveAttribute("aria-current", "page");
  await expect(bar.getByRole("link", { name: "Give" })).toHaveAttribute("target", "_blank");
  for (const link of await bar.getByRole("link").all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test("the bottom bar is hidden from the large breakpoint on", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Quick navigation" })).toBeHidden();
});

test("the footer carries tagline, mission, social links, contact details and legal links (S1.1, S1.14, S2.121, S2.123 to S2.125)", async ({
  page,
}) => {
  await page.goto("/");
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
});

test("Terms of Service and Contact open mail drafts with their subjects (S2.126, S2.127)", async ({
  page,
}) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Terms of Service" })).toHaveAttribute(
    "href",
    /\?subject=Terms%20of%20Service%20Inquiry$/,
  );
  await expect(footer.getByRole("link", { name: "Contact", exact: true })).toHaveAttribute(
    "href",
    /\?subject=Contact%20Inquiry$/,
  );
});

test("the footer's quick links scroll to the sections of Home, from any page (S2.122)", async ({
  page,
}) => {
  await page.goto("/privacy-policy");
  await page.getByRole("link", { name: "Sermons and Programs" }).click();
  await expect(page).toHaveURL(/\/#sermons$/);
  await expect(page.getByRole("heading", { name: "Latest Sermons" })).toBeInViewport();
});

test.describe("an unknown path", () => {
  test.use({ expectedFaults: [/status of 404/] });

  test("answers 404 with the page of the specification and a way home (S1.15, S2.19, S8.20)", async ({
    page,
  }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("the language switch leads to the same page in French and back", async ({ page }) => {
  await page.goto("/video-on-demand");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL(/\/fr\/video-on-demand$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vidéos à la demande");
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/video-on-demand$/);
});

test("reduced motion stops the pulsing of the live badge", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const runningCount = () =>
    document.getAnimations().filter((animation) => animation.playState === "running").length;
  // A colour may be on its way for a moment; a pulse would never end.
  await expect.poll(() => page.evaluate(runningCount)).toBe(0);
});
