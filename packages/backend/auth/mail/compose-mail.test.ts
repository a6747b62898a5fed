import { describe, expect, it } from "vitest";
import { TEST_TEXTS } from "#backend/testing/settings.ts";
import { composeMail, siteNameOf, toMailbox } from "./compose-mail.ts";
import type { MailKind } from "#backend/settings.ts";

const [ENGLISH, FRENCH] = TEST_TEXTS;
const MAIL_KINDS: readonly MailKind[] = [
  "signup",
  "magiclink",
  "recovery",
  "invite",
  "email_change",
  "reauthentication",
  "password_changed",
  "email_changed",
  "already_registered",
];

describe("composeMail", () => {
  it("composes text and HTML with link and code", () => {
    const mail = composeMail({
      kind: "recovery",
      to: "a@example.org",
      texts: ENGLISH,
      site: "Example",
      link: "https://site.example/auth/v1/verify?token=t&type=recovery",
      code: "123456",
    });
    expect(mail).toMatchObject({
      kind: "recovery",
      to: "a@example.org",
      subject: "Choose a new password for Example",
      link: "https://site.example/auth/v1/verify?token=t&type=recovery",
    });
    expect(mail.text).toContain(
      "\n\nhttps://site.example/auth/v1/verify?token=t&type=recovery\n\n",
    );
    expect(mail.text).toContain("123456");
    expect(mail.html).toContain(
      'href="https://site.example/auth/v1/verify?token=t&amp;type=recovery"',
    );
    expect(mail.html).toContain('<html lang="en">');
  });

  it("composes in French", () => {
    const mail = composeMail({
      kind: "signup",
      to: "a@example.org",
      texts: FRENCH,
      site: "Exemple",
      link: "https://site.example/",
      code: "1",
    });
    expect(mail.subject).toBe("Confirmez votre adresse e-mail pour Exemple");
  });

  it("escapes its input", () => {
    const mail = composeMail({
      kind: "email_changed",
      to: "a@example.org",
      texts: ENGLISH,
      site: "<b>x</b>",
      address: '"><script>@example.org',
    });
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).not.toContain("<b>");
  });

  it("has every text and fills all placeholders", () => {
    for (const kind of MAIL_KINDS) {
      for (const texts of TEST_TEXTS) {
        const site = "Example";
        const address = "b@example.org";
        const mail = composeMail({ kind, to: "a@example.org", texts, site, address });
        expect(mail.subject).toContain("Example");
        expect(mail.text + mail.html + mail.subject).not.toMatch(/[{}]/);
      }
    }
  });
});

describe("siteNameOf", () => {
  it.each([
    ["Example TV <no-reply@example.org>", "Example TV"],
    ['"Example TV" <no-reply@example.org>', "Example TV"],
    ["no-reply@example.org", "site.example"],
  ])("reads %s as %s", (from, name) => {
    expect(siteNameOf(from, "https://site.example")).toBe(name);
  });
});

it.each([
  ["a@example.org", "", "a@example.org"],
  ["Example TV <a@example.org>", "Example TV", "a@example.org"],
  ['"Example TV" <a@example.org>', "Example TV", "a@example.org"],
  ["Hope: church of all <a@example.org>", "Hope: church of all", "a@example.org"],
  ["Hope, Faith; Love <a@example.org>", "Hope, Faith; Love", "a@example.org"],
  [
    "b@evil.example <x@evil.example> <a@example.org>",
    "b@evil.example <x@evil.example>",
    "a@example.org",
  ],
  ["Hope\r\nBcc: x@evil.example <a@example.org>", "Hope Bcc: x@evil.example", "a@example.org"],
])("parses %j into a name and an email address", (from, name, address) => {
  expect(toMailbox(from)).toEqual({ name, address });
});
