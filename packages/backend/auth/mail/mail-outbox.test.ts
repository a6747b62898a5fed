import { describe, expect, it, vi } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createMailOutbox, type Mail, type MailTransport } from "./mail-outbox.ts";

const MAIL: Mail = {
  kind: "recovery",
  to: "a@example.org",
  subject: "s",
  text: "t",
  html: "h",
  link: null,
};

function outboxWith(deliver: MailTransport["deliver"]): {
  readonly send: () => void;
  readonly waits: { delayMs: number; work: () => void }[];
  readonly report: ReturnType<typeof vi.fn>;
  readonly warn: ReturnType<typeof vi.fn>;
  readonly error: ReturnType<typeof vi.fn>;
} {
  const waits: { delayMs: number; work: () => void }[] = [];
  const log = createLogger("silent");
  const warn = vi.spyOn(log, "warn");
  const error = vi.spyOn(log, "error");
  const report = vi.fn();
  const outbox = createMailOutbox({
    report,
    transport: { deliver },
    log,
    schedule: (work, delayMs) => void waits.push({ delayMs, work }),
  });
  return { send: () => outbox.send(MAIL), waits, report, warn, error };
}

describe("createMailOutbox", () => {
  it("returns at once and delivers in the background", async () => {
    const deliver = vi.fn<MailTransport["deliver"]>().mockResolvedValue();
    const { send } = outboxWith(deliver);
    send();
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledWith(MAIL));
  });

  it("retries with growing delays, then drops the mail", async () => {
    const failure = Object.assign(new Error("connect"), { code: "ECONNECTION" });
    const deliver = vi.fn<MailTransport["deliver"]>().mockRejectedValue(failure);
    const { send, waits, error } = outboxWith(deliver);
    send();
    for (let count = 1; count <= 5; count += 1) {
      await vi.waitFor(() => expect(waits).toHaveLength(count));
      waits[count - 1]?.work();
    }
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1));
    expect(deliver).toHaveBeenCalledTimes(6);
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([
      5_000, 30_000, 120_000, 600_000, 1_800_000,
    ]);
  });

  it("does not retry a permanent rejection", async () => {
    const rejection = Object.assign(new Error("no such user"), { isPermanent: true });
    const deliver = vi.fn<MailTransport["deliver"]>().mockRejectedValue(rejection);
    const { send, waits, report, error } = outboxWith(deliver);
    send();
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1));
    expect(waits).toEqual([]);
    expect(report.mock.calls).toEqual([["mail", null]]);
  });

  it("retries after a rejected sign-in, and reports the failure until a mail leaves", async () => {
    const deliver = vi
      .fn<MailTransport["deliver"]>()
      .mockRejectedValueOnce(Object.assign(new Error("no"), { code: "SMTP 535" }))
      .mockResolvedValue();
    const { send, waits, report } = outboxWith(deliver);
    send();
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    waits[0]?.work();
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2));
    expect(report.mock.calls).toEqual([
      ["mail", "SMTP 535"],
      ["mail", null],
    ]);
  });

  it("logs neither email address nor the server's text", async () => {
    const deliver = vi
      .fn<MailTransport["deliver"]>()
      .mockRejectedValue(new Error("550 a@example.org unknown"));
    const { send, warn } = outboxWith(deliver);
    send();
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
    expect(JSON.stringify(warn.mock.calls)).not.toContain("example.org");
  });
});
