import { expect, it } from "vitest";
import type { Mail } from "@reign-tv/backend";
import { createLogger } from "@reign-tv/kit/log.ts";
import type { HealthCheck, HealthStatus } from "#shared/studio/health.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createAlertMailer, alertsAfter, type AlertStates } from "./alerts.ts";

const RED: HealthCheck = {
  id: "channel:english",
  tone: "bad",
  text: "channelDown",
  values: { reason: "<script>alert(1)</script>" },
  since: null,
};

function mailerOf(isDown = false) {
  const mails: Mail[] = [];
  const mailer = createAlertMailer({
    transport: {
      deliver(mail) {
        if (isDown) return Promise.reject(new Error("down"));
        mails.push(mail);
        return Promise.resolve();
      },
    },
    ministry: testMinistry,
    siteUrl: "https://tv.example.org",
    log: createLogger("silent"),
  });
  return { mailer, mails };
}

it("contains the next step of a failed check, not of a recovered one, and escapes markup", async () => {
  const { mailer, mails } = mailerOf();
  expect(await mailer.send({ check: RED, kind: "bad" }, "ben@example.test", "fr")).toBe(true);
  await mailer.send(
    { check: { ...RED, tone: "good", text: "channelLive" }, kind: "well" },
    "b@c.de",
    "en",
  );
  const [bad, well] = mails;
  expect(bad).toMatchObject({ kind: "health", to: "ben@example.test" });
  expect(bad?.subject).toContain("action requise");
  expect(bad?.text).toContain("Ouvrez Chaînes");
  expect(bad?.text).toContain("https://tv.example.org/studio/health");
  expect(bad?.html).not.toContain("<script>");
  expect(well?.subject).toContain("is working again");
  expect(well?.text).not.toContain("Open Channels");
});

it("reports an undeliverable mail to the caller", async () => {
  const { mailer } = mailerOf(true);
  expect(await mailer.test("ben@example.test", "en")).toBe(false);
});

const MINUTE = 60_000;
const check = (tone: HealthStatus): HealthCheck => ({
  id: "mail",
  tone,
  text: "mailFailing",
  values: {},
  since: null,
});

/** Alerts while a check has these statuses, `minutes` apart. */
function alertKinds(tones: readonly HealthStatus[], minutes: number): (string | null)[] {
  let states: AlertStates = {};
  return tones.map((tone, at) => {
    const after = alertsAfter(states, [check(tone)], at * minutes * MINUTE);
    ({ states } = after);
    return after.alerts[0]?.kind ?? null;
  });
}

it("alerts once when a check stays bad, and once when it recovers", () => {
  expect(alertKinds(["good", "bad", "bad", "bad", "good", "good"], 1)).toEqual([
    null,
    null,
    "bad",
    null,
    "well",
    null,
  ]);
});

it("does not alert for short failures, warnings or muted checks", () => {
  expect(alertKinds(["bad", "good", "bad", "off", "warn", "warn"], 1)).toEqual(Array(6).fill(null));
});

it("alerts again after six hours only when a check flaps", () => {
  const hours = alertKinds(["bad", "bad", "good", "bad", "bad", "bad", "bad", "bad", "bad"], 60);
  expect(hours).toEqual([null, "bad", "well", null, null, null, null, "bad", null]);
});

it("alerts although the clock was set back", () => {
  const { states } = alertsAfter({}, [check("bad")], 1e12);
  const second = alertsAfter(states, [check("bad")], 1e12 + MINUTE);
  const well = alertsAfter(second.states, [check("good")], 1e12 + 2 * MINUTE);
  const again = alertsAfter(well.states, [check("bad")], 5e11);
  expect(alertsAfter(again.states, [check("bad")], 5e11 + MINUTE).alerts).toHaveLength(1);
});
