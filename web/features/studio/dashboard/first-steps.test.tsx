import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { healthOf } from "#tests/support/studio-analytics.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { textOf } from "#tests/support/view-actions.ts";
import { FirstSteps, healthStepsOf } from "./first-steps.tsx";

const { en } = firstStepsMessages;
const { alerts } = healthMessages.en;
const NOW = "2026-11-23T09:00:00.000Z";
const HEALTH = "GET /api/studio/health";
const DOCUMENTS = {
  "ministry/ministry": { name: "A" },
  "channel/english": { isOffAir: true },
  "category/music": { isHidden: true },
  "schedule/schedule": { timeZone: "Europe/London" },
};

const check = (
  id: string,
  text: HealthCheck["text"],
  values: HealthCheck["values"] = {},
): HealthCheck => ({
  id,
  tone: "warn",
  text,
  values,
  since: null,
});
const UNSET = [check("mail", "mailFiles"), check("backups", "backupsNone", { at: null })];
const SET = [check("mail", "mailQuiet"), check("backups", "backupsOld", { at: NOW })];

type Options = {
  documents?: Record<string, Record<string, unknown>>;
  health?: Partial<StudioHealth>;
  permissions?: readonly Permission[];
  /** True when the server does not report its health. */
  isAway?: boolean;
};

async function open(options: Options = {}) {
  const { documents = {}, health = {}, permissions = PERMISSIONS, isAway = false } = options;
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, { permissions, documents });
  server.answer(HEALTH, () =>
    isAway ? json({ error: "-" }, 503) : json(healthOf(NOW, { lights: UNSET, ...health })),
  );
  const view = renderView(
    <InStudio permissions={permissions}>
      <FirstSteps />
    </InStudio>,
    { server },
  );
  return { ...view, server };
}

const card = () => screen.findByRole("region", { name: en.title });

it("lists mail and backup with the settings and commands to use", async () => {
  await open();
  const steps = await card();
  expect(textOf(steps)).toContain(en.progress(0, 6));
  expect(textOf(steps)).toContain("docs/configuration.md");
  // A step to do has its state as text only.
  expect(within(steps).queryByRole("img")).toBeNull();
  expect(textOf(steps)).toContain("npm run backup");
  const link = within(steps).getByRole("link", { name: en.steps.backups });
  expect(link.getAttribute("href")).toBe("/studio/health");
});

it("counts finished steps and tells the age of the newest backup", async () => {
  await open({ health: { lights: SET } });
  const steps = await card();
  expect(textOf(steps)).toContain(en.progress(2, 6));
  expect(textOf(steps)).toMatch(/Latest backup: .*2026/);
});

it("disappears when the server reports the last steps as done", async () => {
  const { user, server } = await open({ documents: DOCUMENTS });
  expect(textOf(await card())).toContain(en.progress(4, 6));
  server.answer("POST /api/studio/health/test-mail", () => json({ outcome: "sent" }));
  server.answer(HEALTH, () => json(healthOf(NOW, { lights: SET })));
  await user.click(screen.getByRole("button", { name: alerts.test }));
  await waitFor(() => expect(screen.queryByRole("region", { name: en.title })).toBeNull());
});

it.each(["sent", "file", "failed", "no_address", "too_many"] as const)(
  "reports a test mail that was %s",
  async (outcome) => {
    const { user, server } = await open({ documents: DOCUMENTS });
    server.answer("POST /api/studio/health/test-mail", () => json({ outcome }));
    await user.click(within(await card()).getByRole("button", { name: alerts.test }));
    expect(await screen.findByText(alerts.outcomes[outcome])).toBeDefined();
    await waitFor(() => expect(server.to(HEALTH).length).toBeGreaterThan(1));
  },
);

it("leaves out the steps of an external project", async () => {
  await open({ health: { hasAlerts: false, lights: [check("backups", "backupsElsewhere")] } });
  expect(textOf(await card())).toContain(en.progress(0, 4));
});

it("shows the other steps when the server reports no health", async () => {
  await open({ isAway: true });
  expect(textOf(await card())).toContain(en.progress(0, 4));
});

it("shows no list without all permissions and does not request the health", async () => {
  const { server } = await open({ permissions: ["channels", "videos", "schedule"] });
  expect(screen.queryByRole("region", { name: en.title })).toBeNull();
  expect(server.to(HEALTH)).toEqual([]);
});

function stepsOf(one: Pick<HealthCheck, "id" | "text" | "values">, hasAlerts = true) {
  const whole: HealthCheck = { ...one, tone: "good", since: null };
  return healthStepsOf({ now: NOW, lights: [whole], hasAlerts }).map(({ name, isDone }) => [
    name,
    isDone,
  ]);
}

it.each([
  ["mailFiles", false],
  ["mailQuiet", true],
  ["mailGood", true],
  ["mailFailing", true],
] as const)("reports mail with the check %s as done: %s", (text, isDone) => {
  expect(stepsOf({ id: "mail", text, values: {} })).toEqual([["mail", isDone]]);
});

it.each([
  ["backupsNone", { at: null }, false],
  ["backupsMissing", { reason: "DNOWA_DIR" }, false],
  ["backupsFailing", { at: null, reason: "ENOSPC" }, false],
  ["backupsFailing", { at: NOW, reason: "ENOSPC" }, true],
  ["backupsOld", { at: NOW }, true],
  ["backupsGood", { at: NOW, verifiedAt: NOW }, true],
] as const)("reports a backup with the check %s and %o as done: %s", (text, values, isDone) => {
  expect(stepsOf({ id: "backups", text, values })).toEqual([["backups", isDone]]);
});

it.each([
  [{ id: "mail", text: "mailFiles", values: {} }, false],
  [{ id: "backups", text: "backupsElsewhere", values: {} }, false],
  [{ id: "disk", text: "diskGood", values: {} }, true],
] as const)("leaves out %o with alerts: %s", (check, hasAlerts) => {
  expect(stepsOf(check, hasAlerts)).toEqual([]);
});
