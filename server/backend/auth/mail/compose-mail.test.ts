import { describe, expect, it } from "vitest";
import { chooseMailLanguage, composeMail, siteNameOf } from "./compose-mail.ts";
import { MAIL_KINDS } from "./mail-texts.ts";

describe("composeMail", () => {
  it("writes text and HTML with link and code", () => {
    const mail = composeMail({
      kind: "recovery",
      to: "a@example.org",
      language: "en",
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

  it("speaks French", () => {
    const mail = composeMail({
      kind: "signup",
      to: "a@example.org",
      language: "fr",
      site: "Exemple",
      link: "https://site.example/",
      code: "1",
    });
    expect(mail.subject).toBe("Confirmez votre adresse e-mail pour Exemple");
  });

  it("escapes what it is given", () => {
    const mail = composeMail({
      kind: "email_changed",
      to: "a@example.org",
      language: "en",
      site: "<b>x</b>",
      address: '"><script>@example.org',
    });
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).not.toContain("<b>");
  });

  it("has every text in both languages, without a place left open", () => {
    for (const kind of MAIL_KINDS) {
      for (const language of ["en", "fr"] as const) {
        const site = "Example";
        const address = "b@example.org";
        const mail = composeMail({ kind, to: "a@example.org", language, site, address });
        expect(mail.subject).toContain("Example");
        expect(mail.text + mail.html + mail.subject).not.toMatch(/[{}]/);
      }
    }
  });
});

describe("chooseMailLanguage", () => {
  it.each([
    [{ language: "fr" }, "en", "fr"],
    [{ language: "en" }, "fr-FR,fr;q=0.9", "en"],
    [{ language: "de" }, "fr-FR,fr;q=0.9,en;q=0.8", "fr"],
    [{}, "en;q=0.5,fr;q=0.9", "fr"],
    [{}, "de,pt", "en"],
    [{}, "fr;q=0", "en"],
    [{}, undefined, "en"],
    [{ language: 7 }, ";;;,,", "en"],
  ])("reads %j and %j as %s", (metadata, header, language) => {
    expect(chooseMailLanguage(metadata, header)).toBe(language);
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
