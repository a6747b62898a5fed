import { createClient } from "@supabase/supabase-js";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import {
  type Account,
  backendHeaders,
  createAccount,
  enterAs,
} from "#tests/e2e/support/accounts.ts";
import { loadKeys } from "@reign-tv/backend";
import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import { HEALTH_PATH } from "#shared/studio/health.ts";
import { VISITS_PATH } from "#shared/analytics/page-views.domain.ts";
import { expect, test } from "./support/studio-test.ts";

const health = healthMessages.en;
const numbers = analyticsMessages.en;
const WORDS = "words that nobody has said";

test("an owner sees health and analytics; a staff member without the permission sees neither @phone @full", async ({
  page,
  browser,
  request,
  owner,
  baseURL,
}) => {
  const site = baseURL ?? "";
  const staffMember = await createAccount(request, "Ben Dube");
  const ask = async (who: Account, name: string, data: object): Promise<unknown> => {
    const headers = await backendHeaders(request, who);
    const answer = await request.post(`/rest/v1/rpc/${name}`, { headers, data });
    expect([200, 204], `${name}: ${await answer.text()}`).toContain(answer.status());
    return answer.json();
  };

  await test.step("a visitor's page reports its view", async () => {
    const context = await browser.newContext({ baseURL: site });
    const visitor = await context.newPage();
    const said = visitor.waitForRequest(`**${VISITS_PATH}`);
    await visitor.goto("/fr/bible?q=private");
    expect((await said).postData()).toBe("/fr/bible");
    await context.close();
    // The server writes once a minute; the test inserts the row instead.
    const { secretKey } = await loadKeys({
      dataDir: process.env["E2E_DATA_DIR"] ?? "",
      now: Date.now,
    });
    const server = createClient(site, secretKey, { auth: { persistSession: false } });
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00Z`;
    const rows = [
      { hour, metric: "search", key: WORDS, value: 6 },
      { hour, metric: "search", key: `${WORDS} twice`, value: 2 },
    ];
    const { error } = await server.rpc("add_stats", { p_rows: rows });
    expect(error).toBeNull();
  });

  await enterAs(page, owner);
  await test.step("the owner reads the health checks and gets an alert by mail", async () => {
    await page.goto("/studio/health");
    const disk = page.getByRole("region", { name: health.names["disk"] ?? "", exact: true });
    await expect(disk).toBeVisible();
    await expect(page.getByRole("region", { name: health.names.other })).toHaveCount(0);
    const box = disk.getByRole("checkbox");
    await box.click();
    await expect(box).toBeChecked();
    // By keyboard, because it is at the end of a long page.
    await page.getByRole("button", { name: health.alerts.test }).press("Enter");
    await expect(page.getByText(health.alerts.outcomes.file)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(disk.getByRole("checkbox")).toBeChecked();
  });

  await test.step("the onboarding says what mail needs, and sends a test", async () => {
    await page.goto("/studio");
    const steps = page.getByRole("region", { name: firstStepsMessages.en.title });
    await expect(steps).toContainText("docs/configuration.md");
    await expect(
      steps.getByRole("link", { name: firstStepsMessages.en.steps.backups }),
    ).toBeVisible();
    await steps.getByRole("button", { name: health.alerts.test }).click();
    await expect(steps.getByText(health.alerts.outcomes.file)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the owner reads the analytics, which show no count below five", async () => {
    await page.goto("/studio/numbers");
    await page.getByRole("button", { name: numbers.days[1] }).click();
    await expect(page.getByRole("rowheader", { name: WORDS, exact: true })).toBeVisible();
    await expect(page.getByText(`${WORDS} twice`)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("a staff member without the permissions sees neither page and gets no data", async () => {
    const invited = await ask(owner, "studio_invite", {
      p_email: staffMember.email,
      p_permissions: ["devotionals"],
    });
    const token = typeof invited === "object" && invited && "token" in invited ? invited.token : "";
    await ask(staffMember, "studio_accept", { p_token: token });
    await enterAs(page, staffMember);
    for (const path of ["/studio/health", "/studio/numbers"]) {
      await page.goto(path);
      await expect(
        page.getByRole("link", { name: kitMessages.en.nav.today }).first(),
      ).toBeVisible();
      await expect(page.getByRole("heading", { name: health.title, exact: true })).toHaveCount(0);
      await expect(page.getByRole("heading", { name: numbers.title, exact: true })).toHaveCount(0);
      await expect(page.getByRole("link", { name: kitMessages.en.nav.health })).toHaveCount(0);
    }
    const headers = await backendHeaders(request, staffMember);
    expect((await request.get(HEALTH_PATH, { headers })).status()).toBe(403);
    expect((await request.get(HEALTH_PATH)).status()).toBe(401);
    const data = { p_days: 7, p_zone: "Africa/Harare" };
    const refused = await request.post("/rest/v1/rpc/studio_numbers", { headers, data });
    expect(refused.status()).toBe(403);
  });
});
