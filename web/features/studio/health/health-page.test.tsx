import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StudioHealth } from "#shared/studio/health.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { healthOf } from "#tests/support/studio-analytics.ts";
import { HealthPage } from "./health-page.tsx";

const { en } = healthMessages;
const NOW = "2026-11-23T09:00:00.000Z";
const HEALTH = "GET /api/studio/health";
const TEST_MAIL = "POST /api/studio/health/test-mail";
const ALERTS = "/rest/v1/studio_alerts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

async function openPage(changes: Partial<StudioHealth> = {}, alerts: string[] = []) {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(HEALTH, () => json(healthOf(NOW, changes)));
  server.answer(`GET ${ALERTS}`, () => json(alerts.map((check) => ({ light: check }))));
  const view = renderView(
    <InStudio>
      <HealthPage />
    </InStudio>,
    { server },
  );
  return { ...view, server };
}

const nameList = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);

describe("the health page", () => {
  it("shows failing checks first, with text and a next step", async () => {
    const { server } = await openPage();
    expect(await screen.findByText(en.summary.bad(1))).toBeDefined();
    expect(nameList()).toEqual([
      "Email",
      "Disk",
      expect.any(String),
      "Clock",
      "Reminders",
      en.alerts.title,
    ]);
    const mail = within(screen.getByRole("region", { name: "Email" }));
    expect(mail.getByText(/refuses emails \(ECONNREFUSED\)/)).toBeDefined();
    expect(mail.getByText(/Ask your mail provider/)).toBeDefined();
    expect(mail.getByRole("img", { name: /./ })).toBeDefined();
    expect(server.to(HEALTH)[0]?.headers.get("authorization")).toMatch(/^Bearer \S+/);
  });

  it("says that all is well, and when the device's clock is wrong", async () => {
    await openPage({ now: "2026-11-23T09:10:00.000Z", lights: [] });
    expect(await screen.findByText(en.summary.warn(1))).toBeDefined();
    expect(
      screen.getByText("The clocks of this device and the server differ by 600 seconds."),
    ).toBeDefined();
  });

  it("sends alerts for selected checks and stops", async () => {
    const wanted = new Set(["channel:english"]);
    const { user, server } = await openPage();
    server.answer(`GET ${ALERTS}`, () => json([...wanted].map((check) => ({ light: check }))));
    server.answer(`POST ${ALERTS}`, () => {
      wanted.add("disk");
      return new Response(null, { status: 201 });
    });
    server.answer(`DELETE ${ALERTS}`, ({ search }) => {
      wanted.delete(search.get("light")?.slice("eq.".length) ?? "");
      return new Response(null, { status: 204 });
    });
    await user.click(await screen.findByRole("checkbox", { name: en.alerts.tell("Disk") }));
    await waitFor(() =>
      expect(
        screen.getByRole("checkbox", { name: en.alerts.tell("Disk"), checked: true }),
      ).toBeDefined(),
    );
    expect(server.to(`POST ${ALERTS}`)[0]?.body).toEqual({ light: "disk", language: "en" });
    await user.click(screen.getByRole("checkbox", { name: en.alerts.tell("Disk") }));
    await waitFor(() => expect(server.to(`DELETE ${ALERTS}`)).toHaveLength(1));
    const [removal] = server.to(`DELETE ${ALERTS}`);
    expect(removal?.search.get("user_id")).toBe(`eq.${MEMBER.id}`);
    expect(removal?.search.get("light")).toBe("eq.disk");
  });

  it("reports an alert that could not be saved and resets the box", async () => {
    const { user, server } = await openPage();
    server.answer(`POST ${ALERTS}`, () => json({ code: "42501", message: "-" }, 403));
    const box = await screen.findByRole("checkbox", { name: en.alerts.tell("Disk") });
    await user.click(box);
    expect(await screen.findByText(en.alerts.failed)).toBeDefined();
    const unchecked = { name: en.alerts.tell("Disk"), checked: false };
    expect(await screen.findByRole("checkbox", unchecked)).toBeDefined();
  });

  it.each(["sent", "file", "failed", "no_address", "too_many"] as const)(
    "reports a test mail that was %s",
    async (outcome) => {
      const { user, server } = await openPage();
      server.answer(TEST_MAIL, () => json({ outcome }));
      await user.click(await screen.findByRole("button", { name: en.alerts.test }));
      expect(await screen.findByText(en.alerts.outcomes[outcome])).toBeDefined();
    },
  );

  it("explains why an external project sends no mails", async () => {
    await openPage({ hasAlerts: false });
    expect(await screen.findByText(en.alerts.elsewhere)).toBeDefined();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: en.alerts.test })).toBeNull();
  });

  it("retries when the server does not respond", async () => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(HEALTH, () => json({ error: "-" }, 503));
    server.answer(`GET ${ALERTS}`, () => json([]));
    const { user } = renderView(
      <InStudio>
        <HealthPage />
      </InStudio>,
      { server },
    );
    await screen.findByRole("alert");
    server.answer(HEALTH, () => json(healthOf(NOW)));
    await user.click(screen.getByRole("button", { name: en.lookAgain }));
    expect(await screen.findByText(en.summary.bad(1))).toBeDefined();
  });
});
