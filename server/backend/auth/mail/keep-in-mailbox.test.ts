import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createMailboxTransport } from "./transports.ts";

const MAIL = {
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
    await transport.deliver({ ...MAIL, subject: "s\nX-Other: 1" });
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
    await transport.deliver(MAIL);
    await transport.deliver({ ...MAIL, link: null });
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
