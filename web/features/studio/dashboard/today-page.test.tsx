import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { textOf } from "#tests/support/view-actions.ts";
import type { Site } from "#web/lib/site.ts";
import { TodayPage } from "./today-page.tsx";

const texts = todayMessages.en;
const kit = kitMessages.en;
const channelTexts = channelsMessages.en;
const ENGLISH = "Live Stream English";

type Options = {
  permissions?: readonly Permission[];
  documents?: Record<string, Record<string, unknown>>;
  language?: "en" | "fr";
  site?: Partial<Site>;
};

async function openToday(options: Options = {}) {
  const { permissions = PERMISSIONS, documents = {}, language, site = {} } = options;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 22, 9, 30) });
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, { permissions, documents });
  const written = ["22", "23", "24", "25", "27"].map((day) => ({
    date: `2026-11-${day}`,
    language: "fr",
  }));
  server.answer("GET /rest/v1/devotionals", () => json(written));
  const view = renderView(
    <InStudio permissions={permissions}>
      <TodayPage />
    </InStudio>,
    { server, site, ...(language && { language }) },
  );
  const press = async (act: string) =>
    view.user.click(
      await screen.findByRole("button", { name: channelTexts.acts.of(act, ENGLISH) }),
    );
  return { ...view, studio, press };
}

const card = (name: string) => screen.findByRole("region", { name });

it("shows the status of each channel as icon and text", async () => {
  await openToday();
  const channels = await card(texts.channelsTitle);
  expect(await within(channels).findByText(channelTexts.live.live)).toBeDefined();
  expect(within(channels).getByRole("img", { name: kit.healthStatus.bad })).toBeDefined();
  expect(textOf(channels)).toContain(channelTexts.live.watching(120));
});

it("takes a channel off air in one tap and undoes it from the toast", async () => {
  const { press, studio, user } = await openToday();
  await press(channelTexts.acts.takeOff);
  const done = channelTexts.done.takenOff(ENGLISH);
  expect(await screen.findByText(done, { selector: "[data-toasts] *" })).toBeDefined();
  expect(studio.bodyOf("channel", "english")).toEqual({ isOffAir: true });
  await screen.findByRole("button", {
    name: channelTexts.acts.of(channelTexts.acts.putOn, ENGLISH),
  });
  await user.click(screen.getByRole("button", { name: kit.act.undo }));
  expect(await screen.findByText(kit.act.undone)).toBeDefined();
  expect(studio.bodyOf("channel", "english")).toBeNull();
  expect(
    await screen.findByRole("button", {
      name: channelTexts.acts.of(channelTexts.acts.takeOff, ENGLISH),
    }),
  ).toBeDefined();
});

it("switches a channel to its back-up and back", async () => {
  const fallback = { kind: "youtube", videoId: "abcdefghijk" };
  const { press, studio } = await openToday({ documents: { "channel/english": { fallback } } });
  await press(channelTexts.acts.toBackup);
  await press(channelTexts.acts.toSource);
  await screen.findByRole("button", {
    name: channelTexts.acts.of(channelTexts.acts.toBackup, ENGLISH),
  });
  expect(studio.bodyOf("channel", "english")).toEqual({
    fallback,
    use: "source",
    isOffAir: false,
  });
});

it("reports a conflict and overwrites nothing", async () => {
  const { press, studio } = await openToday();
  await screen.findByRole("button", {
    name: channelTexts.acts.of(channelTexts.acts.takeOff, ENGLISH),
  });
  studio.publish("channel", "english", { name: { en: "A", fr: "B" } });
  await press(channelTexts.acts.takeOff);
  expect(textOf(await screen.findByRole("alert"))).toContain(kit.act.conflictText);
  expect(studio.bodyOf("channel", "english")).toEqual({ name: { en: "A", fr: "B" } });
});

it("says that an action failed", async () => {
  const { press, server } = await openToday();
  server.answer("POST /rest/v1/rpc/studio_publish", unreachable);
  await press(channelTexts.acts.takeOff);
  expect(textOf(await screen.findByRole("alert"))).toContain(kit.act.failure.offline);
});

it("names the next service and links to its cancellation, by its day there", async () => {
  const { ministry } = testSite();
  const [thursday, ...others] = ministry.services.weekly;
  if (thursday === undefined) throw new Error("There is no service");
  const weekly = [{ ...thursday, title: "Night of prayer" }, ...others];
  const services = { ...ministry.services, weekly };
  await openToday({ site: { ministry: { ...ministry, services } } });
  expect(await screen.findByText("Night of prayer")).toBeDefined();
  const service = await card(texts.service.title);
  expect(await within(service).findByText(/Thursday, November 26, 2026.*4:00 PM/)).toBeDefined();
  const link = within(service).getByRole("link", { name: texts.service.change });
  expect(link.getAttribute("href")).toBe("/studio/schedule?service=thursday&date=2026-11-26");
});

it("names the days that lack a devotional in each language, also in French", async () => {
  await openToday({ language: "fr" });
  const { missing } = todayMessages.fr;
  const devotionals = await card(missing.title);
  const links = await within(devotionals).findAllByRole("link");
  expect(textOf(devotionals)).toContain(missing.some("Français", 2));
  expect(textOf(devotionals)).toContain(missing.some("English", 7));
  expect(links).toHaveLength(9);
  expect(links.at(-1)?.getAttribute("href")).toBe("/fr/studio/devotionals/2026-11-28#fr");
});

it("shows failing health checks with a next step and a link to all of them", async () => {
  await openToday();
  const healthCard = await card(texts.health.title);
  expect(await within(healthCard).findByRole("img", { name: kit.healthStatus.bad })).toBeDefined();
  expect(textOf(healthCard)).toContain(healthMessages.en.names.backups);
  expect(textOf(healthCard)).not.toContain(healthMessages.en.names.clock);
  const link = within(healthCard).getByRole("link", { name: texts.health.more });
  expect(link.getAttribute("href")).toBe("/studio/health");
});

it.each([
  ["once, as a step, to staff with all permissions", PERMISSIONS, false],
  ["to staff who see no steps", ["settings"], true],
] as const)("shows the hint about mail %s", async (_whom, permissions, isInHealth) => {
  await openToday({ permissions });
  const { says } = healthText({ id: "mail", text: "mailFiles", values: {} }, {}, "en");
  const health = await card(texts.health.title);
  await within(health).findByText(texts.health.well);
  expect(await screen.findAllByText(says, { exact: false })).toHaveLength(1);
  expect(textOf(health).includes(says)).toBe(isInHealth);
});

it("undoes each of the last five changes in one tap", async () => {
  const { user, studio } = await openToday({ documents: { "ministry/ministry": { name: "A" } } });
  const changes = await card(kit.changes.title);
  await user.click(
    await within(changes).findByRole("button", { name: kit.changes.undoOf("First") }),
  );
  await screen.findByText(kit.act.undone);
  expect(studio.bodyOf("ministry", "ministry")).toBeNull();
  expect(
    await within(changes).findByRole("button", { name: kit.changes.undoOf("Undo") }),
  ).toBeDefined();
});

it("shows channels without buttons to staff without the permission", async () => {
  await openToday({ permissions: ["numbers"] });
  const channels = await card(texts.channelsTitle);
  expect(await within(channels).findByText(channelTexts.live.live)).toBeDefined();
  expect(within(channels).queryByRole("button")).toBeNull();
  expect(screen.queryByRole("region", { name: texts.missing.title })).toBeNull();
  expect(screen.queryByRole("region", { name: texts.health.title })).toBeNull();
  expect(screen.queryByRole("link", { name: texts.service.change })).toBeNull();
});
