import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PageServices } from "#shared/contracts/site.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { learnServerTime } from "#web/lib/clock.ts";
import { ServicesCard } from "./services-card.tsx";

const { en, fr } = liveTvMessages;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});

/** Services are on Thursday at 16:00 and on Sunday at 10:00 in Paris; the visitor is in UTC. */
function openAt(instant: string, language: "en" | "fr" = "en"): ReturnType<typeof renderView> {
  vi.setSystemTime(instant);
  return renderView(<ServicesCard reminder={null} />, { language, server: silentServer() });
}

/** A server without a status: the device's own schedule counts. */
function silentServer(): FakeServer {
  const server = createFakeServer();
  server.answer("GET /api/live", unreachable);
  return server;
}

/** The next service with its buttons, with plain spaces. */
function moment(): string {
  const heading = screen.getByRole("heading", { level: 3 });
  return textOf(heading.parentElement?.parentElement ?? null).replaceAll(/\s/gu, " ");
}

describe("the next service", () => {
  it.each([
    ["2026-11-18T15:00:00Z", "en", "Next serviceTomorrow 3:00 PM your timeAdd to calendar"],
    ["2026-11-19T14:58:59Z", "en", "Next serviceToday 3:00 PM your timeAdd to calendar"],
    ["2026-11-19T14:59:00Z", "fr", "Prochain culteAujourd’hui à 15:00 heure localeAjouter au"],
    ["2026-11-20T09:00:00Z", "fr", "Prochain culteDimanche à 9:00 heure locale"],
    ["2026-11-19T15:00:00Z", "en", "Live nowThe service is liveWatch Live Stream English"],
    [
      "2026-11-19T16:59:59Z",
      "fr",
      "En direct maintenantLe culte est en directRegarder Live Stream English",
    ],
    ["2026-11-19T17:00:00Z", "en", 'The service is overWatch it again in "Latest Sermons"Next'],
    ["2026-11-19T17:00:00Z", "fr", "Le culte est terminéÀ revoir dans « Derniers sermons"],
    ["2026-11-19T23:00:00Z", "en", "Next serviceSunday 9:00 AM your timeAdd to calendar"],
  ] as const)("at %s in %s: %s", (instant, language, text) => {
    openAt(instant, language);
    expect(moment()).toContain(text);
  });

  it.each([2, -2])("follows the server's time on a device that is %d hours ahead", (hours) => {
    const server = new Date("2026-11-19T15:00:00Z");
    vi.setSystemTime(server.getTime() + hours * 60 * 60_000);
    learnServerTime(server.toISOString());
    renderView(<ServicesCard reminder={null} />, { server: silentServer() });
    expect(moment()).toContain(en.onAirNow);
  });

  it("begins and ends while the page is open", () => {
    openAt("2026-11-19T14:59:59Z");
    expect(moment()).toContain("Today 3:00 PM");
    act(() => void vi.advanceTimersByTime(1_000));
    expect(moment()).toContain(en.onAirNow);
  });

  it("leads to its channel while it runs, and to the list of recordings after it", () => {
    openAt("2026-11-19T15:00:00Z", "fr");
    const watch = screen.getByRole("link", { name: /^Regarder/ });
    expect(watch.getAttribute("href")).toBe("/fr/live-tv?channel=english");
    act(() => void vi.setSystemTime("2026-11-19T17:30:00Z"));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole("link", { name: "Derniers sermons" })).toBeDefined();
  });

  it.each([
    ["has not ended", "2026-11-19T13:20:00Z", "Today 1:30 PM"],
    ["has ended", "2026-11-19T14:45:00Z", "Today 3:00 PM"],
  ])("is the server's while that %s", async (_case, now, text) => {
    const server = createFakeServer();
    const next = { id: "x", start: "2026-11-19T13:30:00Z", minutes: 60, zone: "Europe/Paris" };
    server.answer("GET /api/live", () => json({ v: 1, now, pollSeconds: 30, channels: [], next }));
    vi.setSystemTime(now);
    renderView(<ServicesCard reminder={null} />, { server });
    await expect.poll(moment).toContain(text);
  });

  it("has the button for reminders until it begins", () => {
    vi.setSystemTime("2026-11-19T14:59:59Z");
    renderView(<ServicesCard reminder={<button type="button">Remind me</button>} />, {
      server: silentServer(),
    });
    expect(screen.getByRole("button", { name: "Remind me" })).toBeDefined();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByRole("button", { name: "Remind me" })).toBeNull();
  });
});

describe("a service", () => {
  it.each([
    ["en", "Thursday 4:00 PM, Paris Time", "Your time: Thursday 3:00 PM"],
    ["fr", "jeudi 16:00, heure de Paris", "Heure locale : jeudi 15:00"],
  ] as const)(
    "in %s is told in the ministry's time and the visitor's: %s, %s",
    (language, own, visitors) => {
      openAt("2026-11-18T15:00:00Z", language);
      const [thursday] = screen.getAllByRole("listitem");
      if (!thursday) throw new Error("No service");
      const lines = [...thursday.querySelectorAll("p")].map((line) =>
        textOf(line).replace(" à ", " "),
      );
      expect(lines[0]).toBe(own);
      expect(lines[1]?.replace(" at ", " ")).toBe(visitors);
    },
  );

  it("has a machine-readable instant", () => {
    openAt("2026-11-18T15:00:00Z");
    const [thursday] = screen.getAllByRole("listitem");
    const time = thursday?.querySelector("time");
    expect(time?.dateTime).toBe("2026-11-19T15:00:00.000Z");
  });

  it("names a city of two words without the underscore", () => {
    const { ministry } = testSite();
    const services = { ...ministry.services, timeZone: "America/New_York" };
    vi.setSystemTime("2026-11-18T15:00:00Z");
    renderView(<ServicesCard reminder={null} />, {
      server: silentServer(),
      site: { ministry: { ...ministry, services } },
    });
    expect(screen.getAllByText(/New York Time/)).toHaveLength(2);
  });
});

describe("changes of the weekly schedule", () => {
  const weekly = testSite().ministry.services.weekly;
  const times = { start: "18:00", durationMinutes: 60 };

  const CANCELLED = { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" } as const;

  function openWith(services: Partial<PageServices>, language: "en" | "fr" = "en"): void {
    const { ministry } = testSite();
    vi.setSystemTime("2026-11-23T12:00:00Z");
    renderView(<ServicesCard reminder={null} />, {
      server: silentServer(),
      language,
      site: { ministry: { ...ministry, services: { ...ministry.services, ...services } } },
    });
  }

  /** The lines of all lists, with plain spaces. */
  const lines = (): string[] =>
    screen.getAllByRole("listitem").map((item) => textOf(item).replaceAll(/\s/gu, " "));

  it.each([
    ["en", "Cancelled: Thursday, November 26 at 3:00 PM", "The hall is closed"],
    ["fr", "Annulé : jeudi 26 novembre à 15:00", "La salle est fermée"],
  ] as const)("in %s a cancelled time says so with its note", (language, line, text) => {
    openWith({ exceptions: [{ ...CANCELLED, note: { text, lang: language } }] }, language);
    expect(lines()[0]).toBe(`${line}${text}`);
    expect(screen.getByText(text).hasAttribute("lang")).toBe(false);
    expect(moment()).toContain(language === "en" ? "Sunday" : "Dimanche");
  });

  it("name the language of a note that exists in the other language alone", () => {
    openWith({ exceptions: [{ ...CANCELLED, note: { text: "La salle est fermée", lang: "fr" } }] });
    expect(screen.getByText("La salle est fermée").getAttribute("lang")).toBe("fr");
  });

  it("show the new time of a moved service, which is the next one", () => {
    const moved = { serviceId: "thursday", date: "2026-11-26", kind: "moved" } as const;
    openWith({ exceptions: [{ ...moved, newDate: "2026-11-24", newStart: "19:00" }] });
    expect(lines()[0]).toMatch(/^Moved: Thursday, November 26 .*Tuesday, November 24 at 6:00/);
    expect(moment()).toContain("Tomorrow 6:00 PM your time");
  });

  it("show the next day of a service that is not weekly, and none that is over for good", () => {
    openWith({
      others: [
        { ...times, id: "easter", title: "Easter", rule: { kind: "feast", feast: "easter" } },
        { ...times, id: "once", title: "Concert", rule: { kind: "once", date: "2026-11-21" } },
      ],
    });
    expect(lines()).toHaveLength(weekly.length + 1);
    expect(lines().at(-1)).toMatch(/^EasterYour time: Sunday, March 28 at 4:00 PM$/);
  });
});

it("the calendar is a file of the page's language, or a subscription that calendar apps open", () => {
  openAt("2026-11-18T15:00:00Z", "fr");
  const card = within(screen.getByRole("region", { name: fr.upcoming }));
  const file = card.getByRole("link", { name: fr.addToCalendar });
  expect(file.getAttribute("href")).toBe("/fr/calendar.ics");
  expect(file.hasAttribute("download")).toBe(true);
  const subscription = card.getByRole("link", { name: fr.subscribe });
  expect(subscription.getAttribute("href")).toBe("webcal://127.0.0.1:3000/fr/calendar.ics");
});
