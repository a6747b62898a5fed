import { afterEach, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#backend/auth/mail-server.fixture.ts";
import { createSmtpTransport, createMailboxTransport } from "./transports.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

const STORED_MAIL = {
  kind: "recovery",
  to: "a@example.org",
  subject: "Choisissez un nouveau mot de passe",
  text: "First\n\nhttps://site.example/verify",
  html: "<p>First</p>",
  link: "https://site.example/verify",
};

describe("createMailboxTransport", () => {
  const root = mkdtempSync(join(tmpdir(), "mailbox-test-"));
  const folder = join(root, "data", "mail");
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("escapes line breaks of names and subjects in headers", async () => {
    const transport = createMailboxTransport({
      folder,
      from: () => "Hope\r\nBcc: x@evil.example <no-reply@example.org>",
      now: () => Date.UTC(2025, 5, 1),
      print: () => undefined,
    });
    await transport.deliver({ ...STORED_MAIL, subject: "s\nX-Other: 1" });
    const [name = ""] = readdirSync(folder);
    const head = readFileSync(join(folder, name), "utf8").split("\r\n\r\n")[0] ?? "";
    expect(head.split(/\r?\n/).map((line) => line.split(":")[0])).toEqual([
      "From",
      "To",
      "Subject",
      "Date",
      "MIME-Version",
      "Content-Type",
      "Content-Transfer-Encoding",
    ]);
  });

  it("writes a mail to a file for the operator only and prints its link as one line", async () => {
    const lines: string[] = [];
    let nowMs = Date.UTC(2025, 5, 1);
    const transport = createMailboxTransport({
      folder,
      from: () => "Example <no-reply@example.org>",
      now: () => (nowMs += 1_000),
      print: (line) => void lines.push(line),
    });
    await transport.deliver(STORED_MAIL);
    await transport.deliver({ ...STORED_MAIL, link: null });
    const [name = "", other = ""] = readdirSync(folder).toSorted();
    expect(name).toMatch(/^2025-06-01T00-00-01-000Z-recovery-[0-9a-f]{8}\.eml$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, name), "utf8");
    expect(text).toContain("To: a@example.org\r\nSubject: Choisissez un nouveau mot de passe\r\n");
    expect(text).toContain("\r\n\r\nFirst\r\n\r\nhttps://site.example/verify\r\n");
    expect(lines).toEqual([
      `Mail in ${join(folder, name)}: https://site.example/verify`,
      `Mail in ${join(folder, other)}`,
    ]);
  });
});
