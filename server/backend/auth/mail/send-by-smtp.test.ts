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

describe("sending by SMTP", () => {
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

  it("sends one mail to one address, whatever stands in it", async () => {
    const server = await startMailServer();
    open.push(server);
    const { url, received } = server;
    const transport = createSmtpTransport({ smtpUrl: url, from: () => "no-reply@example.org" });
    const subject = "x\r\nBcc: victim@example.org";
    await transport.deliver({ ...MAIL, subject });
    expect(received.map(({ to }) => to)).toEqual([["a@example.org"]]);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it("says that a refusal with 5xx is final, and one with 4xx is not", async () => {
    const final = await startMailServer(550);
    const passing = await startMailServer(451);
    open.push(final, passing);
    const from = () => "no-reply@example.org";
    await expect(
      createSmtpTransport({ smtpUrl: final.url, from }).deliver(MAIL),
    ).rejects.toMatchObject({ isPermanent: true, code: "SMTP 550" });
    await expect(
      createSmtpTransport({ smtpUrl: passing.url, from }).deliver(MAIL),
    ).rejects.not.toHaveProperty("isPermanent");
  });

  it("fails when nobody listens", async () => {
    const server = await startMailServer();
    await server.close();
    const transport = createSmtpTransport({
      smtpUrl: server.url,
      from: () => "no-reply@example.org",
    });
    await expect(transport.deliver(MAIL)).rejects.toMatchObject({ code: "ESOCKET" });
  });
});
