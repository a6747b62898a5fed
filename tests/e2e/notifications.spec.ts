import { expectAccessible } from "./support/accessibility.ts";
import { fakeNotifications, fakeSubscription, notificationsOf } from "./support/notifications.ts";
import { rememberBefore } from "./support/install.ts";
import { expect, test } from "./support/page-test.ts";
import { startFakePushService } from "#tests/fakes/push/fake-push-service.ts";

const WELCOME = {
  title: "Reign TV",
  body: "Welcome! Explore our live streams and sermon library.",
};

test.describe("the welcome notification", () => {
  test("asks on load and welcomes the first visit only (S1.13, S3.18, S4.24, S4.25)", async ({
    page,
  }) => {
    await fakeNotifications(page, "default");
    await page.goto("/privacy-policy");
    await expect.poll(async () => (await notificationsOf(page)).shown).toEqual([WELCOME]);
    expect((await notificationsOf(page)).questions).toBe(1);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("hasVisited"))).toBe("true");
  });

  test("asks again on a later visit while undecided, without a welcome @full", async ({ page }) => {
    await rememberBefore(page, "hasVisited", "true");
    await fakeNotifications(page, "default");
    await page.clock.install();
    await page.goto("/privacy-policy");
    await page.clock.runFor(500);
    await expect.poll(async () => (await notificationsOf(page)).questions).toBe(1);
    await page.clock.runFor(10_000);
    expect((await notificationsOf(page)).shown).toEqual([]);
  });
});

test.describe("reminders", () => {
  test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

  test("a visitor enables them on Live TV, sees them on the devotional page, and disables them", async ({
    page,
    request,
  }) => {
    const service = await startFakePushService();
    await fakeSubscription(page, service.device("visitor"));
    await page.goto("/live-tv");
    const panel = page.getByRole("region", { name: "Reminders" });
    const services = panel.getByRole("checkbox", { name: /Live services/ });
    const devotional = panel.getByRole("checkbox", { name: /Today's devotional/ });
    await expect(services).not.toBeChecked();
    await expectAccessible(page);

    const posted = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/push") && answer.request().method() === "POST",
    );
    await services.click();
    expect((await posted).status()).toBe(204);
    await expect(services).toBeChecked();
    await expect(devotional).not.toBeChecked();

    await page.goto("/devotional");
    await expect(services).toBeChecked();
    await devotional.click();
    await expect(devotional).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem("reminders"))).toBe(
      '["services","devotional"]',
    );

    await services.click();
    await expect(services).not.toBeChecked();
    const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await devotional.click();
    expect((await removed).status()).toBe(204);
    await expect(devotional).not.toBeChecked();
    expect((await request.get("/api/push")).ok()).toBe(true);
    await service.close();
  });

  test("a push is shown by the worker, and a tap closes it @full @chromium", async ({
    page,
    context,
  }) => {
    await page.goto("/privacy-policy");
    // A worker that is still activating gets no messages.
    await page.waitForFunction(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
    const [worker] = context.serviceWorkers();
    const message = {
      title: "A service is about to start",
      body: "It starts at 4:00 PM, Paris time. Watch it live.",
      url: "/live-tv",
      tag: "services",
      language: "en",
    };
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [registration] = registrations;
        if (registration) resolve(registration.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(message),
    });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const list = await registration.getNotifications({ tag: "services" });
        return list.map(({ title, body, lang }) => ({ title, body, lang }));
      });
    await expect.poll(shown).toEqual([{ title: message.title, body: message.body, lang: "en" }]);

    await worker?.evaluate(async () => {
      const registration: unknown = Reflect.get(self, "registration");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a worker has one
      const list = await (registration as ServiceWorkerRegistration).getNotifications();
      const EventOfWorker: unknown = Reflect.get(self, "NotificationEvent");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in the library of pages
      const Click = EventOfWorker as new (name: string, options: object) => Event;
      for (const notification of list.filter(({ tag }) => tag === "services")) {
        self.dispatchEvent(new Click("notificationclick", { notification }));
      }
    });
    await expect.poll(async () => (await shown()).length).toBe(0);
  });
});
