import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { firstStepsMessages } from "#shared/messages/studio/first-steps.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";
import { PERMISSIONS, type Permission } from "#shared/studio/permissions.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { healthOf } from "#tests/support/studio-numbers.ts";
import { serveStudio } from "#tests/support/studio-server.ts";
import { textOf } from "#tests/support/view-actions.ts";
import { FirstSteps } from "./first-steps.tsx";

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

const light = (
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
const UNSET = [light("mail", "mailFiles"), light("backups", "backupsNone", { at: null })];
const SET = [light("mail", "mailQuiet"), light("backups", "backupsOld", { at: NOW })];

type Options = {
  documents?: Record<string, Record<string, unknown>>;
  health?: Partial<StudioHealth>;
  permissions?: readonly Permission[];
  /** Whether the server does not say how it is. */
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
  const shown = renderView(
    <InStudio permissions={permissions}>
      <FirstSteps />
    </InStudio>,
    { server },
  );
  return { ...shown, server };
}

const card = () => screen.findByRole("region", { name: en.title });

test("mail and backup stand in the list with what to set and what to run", async () => {
  await open();
  const steps = await card();
  expect(textOf(steps)).toContain(en.progress(0, 6));
  expect(textOf(steps)).toContain("smtps://");
  expect(textOf(steps)).toContain("npm run backup");
  const way = within(steps).getByRole("link", { name: en.steps.backups });
  expect(way.getAttribute("href")).toBe("/studio/health");
});

test("what is done is counted, and says how old the newest backup is", async () => {
  await open({ health: { lights: SET } });
  const steps = await card();
  expect(textOf(steps)).toContain(en.progress(2, 6));
  expect(textOf(steps)).toMatch(/The newest .*2026/);
});

test("the list goes once the server says that the last steps are done", async () => {
  const { user, server } = await open({ documents: DOCUMENTS });
  expect(textOf(await card())).toContain(en.progress(4, 6));
  server.answer("POST /api/studio/health/test-mail", () => json({ outcome: "sent" }));
  server.answer(HEALTH, () => json(healthOf(NOW, { lights: SET })));
  await user.click(screen.getByRole("button", { name: alerts.test }));
  await waitFor(() => expect(screen.queryByRole("region", { name: en.title })).toBeNull());
});

test.each(["sent", "file", "failed", "no_address", "too_many"] as const)(
  "a test mail that was %s is told",
  async (outcome) => {
    const { user, server } = await open({ documents: DOCUMENTS });
    server.answer("POST /api/studio/health/test-mail", () => json({ outcome }));
    await user.click(within(await card()).getByRole("button", { name: alerts.test }));
    expect(await screen.findByText(alerts.outcomes[outcome])).toBeDefined();
    await waitFor(() => expect(server.to(HEALTH).length).toBeGreaterThan(1));
  },
);

test("with a project elsewhere there is no step for what that project does", async () => {
  await open({ health: { hasAlerts: false, lights: [light("backups", "backupsElsewhere")] } });
  expect(textOf(await card())).toContain(en.progress(0, 4));
});

test("a server that does not say how it is leaves the other steps", async () => {
  await open({ isAway: true });
  expect(textOf(await card())).toContain(en.progress(0, 4));
});

test("who may not do all of it sees no list, and the server is not asked how it is", async () => {
  const { server } = await open({ permissions: ["channels", "videos", "schedule"] });
  expect(screen.queryByRole("region", { name: en.title })).toBeNull();
  expect(server.to(HEALTH)).toEqual([]);
});
