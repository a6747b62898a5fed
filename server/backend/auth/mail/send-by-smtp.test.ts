import { afterEach, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#server/backend/auth/mail-server.fixture.ts";
import { createSmtpTransport } from "./transports.ts";

const MAIL = {
  kind: "signup",
  to: "a@example.org",
  subject: "Confirmez votre adresse é",
  text: "Bonjour, suivez https://site.example/verify",
  html: "<p>Bonjour</p>",
  link: null,
};

describe("createSmtpTransport", () => {
  const open: MailServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });

  it("delivers text and HTML from the configured sender", async () => {
    const server = await startMailServer();
    open.push(server);
    const { url, received } = server;
    const from = () => "Example <no-reply@example.org>";
    await createSmtpTransport({ smtpUrl: url, from }).deliver(MAIL);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: "no-reply@example.org", to: ["a@example.org"] });
    expect(received[0]?.text).toContain("From: Example <no-reply@example.org>");
    expect(received[0]?.text).toContain("multipart/alternative");
  });

  it.each([
    "Hope: church for all <no-reply@example.org>",
    "Hope, Faith; Love <no-reply@example.org>",
    "x@evil.example <no-reply@example.org>",
    "Hope\r\nBcc: victim@example.org <no-reply@example.org>",
  ])("keeps the sender's email address with any name: %j", async (sender) => {
    const server = await startMailServer();
    open.push(server);
    await createSmtpTransport({ smtpUrl: server.url, from: () => sender }).deliver(MAIL);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: "no-reply@example.org", to: ["a@example.org"] });
    expect(mail?.text).toMatch(/^From: .*<no-reply@example\.org>$/m);
    expect(mail?.text).not.toMatch(/^Bcc:/m);
  });

  it("sends one mail to one recipient, whatever the email address contains", async () => {
    const server = await startMailServer();
    open.push(server);
    const { url, received } = server;
    const transport = createSmtpTransport({ smtpUrl: url, from: () => "no-reply@example.org" });
    const subject = "x\r\nBcc: victim@example.org";
    await transport.deliver({ ...MAIL, subject });
    expect(received.map(({ to }) => to)).toEqual([["a@example.org"]]);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });

  async function rejection(...refusing: Parameters<typeof startMailServer>): Promise<unknown> {
    const server = await startMailServer(...refusing);
    open.push(server);
    const url = server.url.replace("//", "//us:secret@");
    const from = (): string => "no-reply@example.org";
    return createSmtpTransport({ smtpUrl: url, from })
      .deliver(MAIL)
      .then(
        () => null,
        (error: unknown) => error,
      );
  }

  it.each([
    [550, "recipient"],
    [553, "recipient"],
    [552, "content"],
    [554, "content"],
  ] as const)("says that %d for the %s concerns this mail alone", async (code, refusing) => {
    const expected = { isPermanent: true, code: `SMTP ${code}` };
    expect(await rejection(code, refusing)).toMatchObject(expected);
  });

  it.each([
    [554, "greeting", "no"],
    [535, "sign-in", "no"],
    [534, "sign-in", "no"],
    [553, "sender", "no"],
    [550, "sender", "no"],
    [530, "recipient", "no"],
    [553, "recipient", "5.7.1 <a@b.c>: Sender address rejected: not owned by user us"],
    [550, "recipient", "5.1.8 <a@b.c>: Domain not found"],
  ] as const)("says that %d at the %s (%s) concerns all", async (code, refusing, words) => {
    const error = await rejection(code, refusing, words);
    expect(error).toMatchObject({ code: `SMTP ${code}` });
    expect(error).not.toHaveProperty("isPermanent");
  });

  it("reports a 4xx rejection as temporary", async () => {
    expect(await rejection(451, "recipient")).not.toHaveProperty("isPermanent");
  });

  it("fails when no server listens", async () => {
    const server = await startMailServer();
    await server.close();
    const transport = createSmtpTransport({
      smtpUrl: server.url,
      from: () => "no-reply@example.org",
    });
    await expect(transport.deliver(MAIL)).rejects.toMatchObject({ code: "ESOCKET" });
  });
});
