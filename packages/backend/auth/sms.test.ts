import { expect, it, vi } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createSmsOutbox, createTwilioTransport } from "#backend/auth/sms.ts";

const SMS = { to: "33600000000", text: "123456", channel: "sms" } as const;
const COMPANY = { base: "https://sms.example", accountSid: "AC1", authToken: "t", from: "+1" };

/** Sends one message to a provider that gives these responses in turn, and retries at once. */
async function sendTo(...answers: (() => Response)[]) {
  const reports: (string | null)[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>();
  for (const answer of answers) fetch.mockImplementationOnce(async () => answer());
  fetch.mockResolvedValue(new Response("{}", { status: 201 }));
  const log = createLogger("silent");
  const error = vi.spyOn(log, "error");
  const outbox = createSmsOutbox({
    transport: createTwilioTransport(COMPANY, fetch),
    log,
    report: (_component, fault) => void reports.push(fault),
    schedule: (work) => work(),
  });
  outbox.send(SMS);
  await vi.waitFor(() =>
    expect(error.mock.calls.length + Number(reports.at(-1) === null)).toBeGreaterThan(0),
  );
  return { reports, calls: fetch.mock.calls.length };
}

const rejection = (status: number, code?: number) => () => Response.json({ code }, { status });

it.each([
  ["a wrong token", rejection(401, 20003)],
  ["a number that the account does not own", rejection(400, 21606)],
  ["a sender that is none", rejection(400, 21212)],
  ["a suspended account", rejection(403)],
  ["an account that is not there", rejection(404, 20404)],
  ["a company without codes", rejection(400)],
])("reports %s and retries the message", async (_what, answer) => {
  const { reports, calls } = await sendTo(answer, answer);
  expect(calls).toBe(3);
  expect(reports).toEqual([expect.stringMatching(/^RefusedSms4/), expect.any(String), null]);
});

it.each([21211, 21610, 21614])("does not report a rejection of one number (%d)", async (code) => {
  expect(await sendTo(rejection(400, code))).toEqual({ reports: [null], calls: 1 });
});

it.each([
  ["500", () => new Response("", { status: 500 })],
  [
    "no answer",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
])("does not retry after %s, as the message may have been sent", async (_what, answer) => {
  const { reports, calls } = await sendTo(answer);
  expect(calls).toBe(1);
  expect(reports).toEqual([expect.any(String)]);
});
