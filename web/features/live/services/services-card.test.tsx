import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PageServices } from "#shared/contracts/site.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { testSite } from "#tests/support/site-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { learnServerTime } from "#web/lib/clock.ts";
import { ServiceCountdown } from "./coming-services.tsx";
import { ServicesCard } from "./services-card.tsx";

const { en, fr } = liveTvMessages;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});

/** Services are on Thursday at 16:00 and on Sunday at 10:00 in Paris; the visitor is in UTC. */
function openAt(instant: string, language: "en" | "fr" = "en"): ReturnType<typeof renderView> {
  vi.setSystemTime(instant);
  return renderView(<ServicesCard />, { language });
}

function countdown(): string {
  return textOf(screen.getByRole("timer"));
}

describe("the countdown", () => {
  it.each([
    ["2026-11-18T15:00:00Z", "en", "Next service: Thursday", "Starts in 1 day 0 hours 0 minutes"],
    ["2026-11-19T14:58:59Z", "en", "Next service: Thursday", "Starts in 0 hours 1 minute 1 second"],
    [
      "2026-11-19T14:59:59Z",
      "fr",
      "Prochain culte : Jeudi",
      "Commence dans 0 heure 0 minute 1 seconde",
    ],
    [
      "2026-11-20T09:00:00Z",
      "fr",
      "Prochain culte : Dimanche",
      "Commence dans 2 jours 0 heure 0 minute",
    ],
    ["2026-11-19T15:00:00Z", "en", "Next service: Thursday", "On air now"],
    ["2026-11-19T16:59:59Z", "fr", "Prochain culte : Jeudi", "À l’antenne en ce moment"],
    ["2026-11-19T17:00:00Z", "en", "Next service: Sunday", "Starts in 2 days 16 hours 0 minutes"],
  ] as const)("at %s in %s: %s, %s", (instant, language, service, words) => {
    openAt(instant, language);
    expect(countdown()).toBe(`${service}${words}`);
  });

  it.each([2, -2])("follows the server's time on a device that is %d hours ahead", (hours) => {
    const server = new Date("2026-11-19T14:58:59Z");
    vi.setSystemTime(server.getTime() + hours * 60 * 60_000);
    learnServerTime(server.toISOString());
    renderView(<ServicesCard />);
    expect(countdown()).toBe("Next service: ThursdayStarts in 0 hours 1 minute 1 second");
  });

  it.each([
    ["has not ended", "2026-11-19T14:59:00Z", "Starts in 0 hours 1 minute 0 seconds"],
    ["has ended", "2026-11-19T13:00:00Z", "Starts in 2 hours 0 minutes 0 seconds"],
  ])("the server's next service counts while it %s", (_case, now, words) => {
    vi.setSystemTime(now);
    const announced = {
      id: "thursday",
      start: now < "2026-11-19T14" ? "2026-11-19T11:00:00Z" : "2026-11-19T15:00:00Z",
      minutes: 60,
      zone: "Europe/Paris",
    };
    renderView(<ServiceCountdown now={Date.parse(now)} announced={announced} />);
    expect(countdown()).toContain(words);
  });

  it("updates each second, and says when it is over", () => {
    openAt("2026-11-19T14:59:58Z");
    expect(countdown()).toContain("2 seconds");
    act(() => void vi.advanceTimersByTime(1_000));
    expect(countdown()).toContain("1 second");
    act(() => void vi.advanceTimersByTime(1_000));
    expect(countdown()).toContain(en.onAirNow);
  });

  it("stops while the tab is hidden", () => {
    openAt("2026-11-19T14:59:50Z");
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(countdown()).toContain("10 seconds");
  });
});

describe("a service", () => {
  it.each([
    ["en", "Thursday 4:00 PM, Paris Time", "Your time: Thursday 3:00 PM"],
    ["fr", "Jeudi 16:00, heure de Paris", "Votre heure : jeudi 15:00"],
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
    renderView(<ServicesCard />, { site: { ministry: { ...ministry, services } } });
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
    renderView(<ServicesCard />, {
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
    expect(lines().at(-1)).toBe(`${line}${text}`);
    expect(screen.getByText(text).hasAttribute("lang")).toBe(false);
    expect(countdown()).toContain(language === "en" ? "Sunday" : "Dimanche");
  });

  it("name the language of a note that exists in the other language alone", () => {
    openWith({ exceptions: [{ ...CANCELLED, note: { text: "La salle est fermée", lang: "fr" } }] });
    expect(screen.getByText("La salle est fermée").getAttribute("lang")).toBe("fr");
  });

  it("show the new time of a moved service, and count to it", () => {
    const moved = { serviceId: "thursday", date: "2026-11-26", kind: "moved" } as const;
    openWith({ exceptions: [{ ...moved, newDate: "2026-11-24", newStart: "19:00" }] });
    expect(lines().at(-1)).toMatch(/^Moved: Thursday, November 26 .*Tuesday, November 24 at 6:00/);
    expect(countdown()).toContain("Starts in 1 day 6 hours 0 minutes");
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
  const subscription = card.getByRole("link", { name: fr.subscribe });
  expect(subscription.getAttribute("href")).toBe("webcal://127.0.0.1:3000/fr/calendar.ics");
});
