import { expect, it } from "vitest";
import { AUTH_TEXTS, BUCKET_POLICIES, COMMON_PASSWORDS } from "./product-settings.ts";

it("saves an avatar under a name that does not reveal its owner's id", () => {
  expect(BUCKET_POLICIES.get("avatars")?.downloadName("jpg")).toBe("avatar.jpg");
});

it.each(["files", "constructor", "__proto__", ""])("a bucket %j has no policy", (id) => {
  expect(BUCKET_POLICIES.get(id)).toBeUndefined();
});

it.each(AUTH_TEXTS)("has mails whose placeholders are known in $language", ({ mails }) => {
  for (const { subject, paragraphs, closing } of Object.values(mails)) {
    expect(subject).toContain("{site}");
    const texts = [subject, ...paragraphs, closing].join(" ");
    expect(texts.replaceAll(/\{(?:site|code|address)\}/g, "")).not.toMatch(/[{}]/);
  }
});

it("mails in French", () => {
  const french = AUTH_TEXTS.find(({ language }) => language === "fr");
  expect(french?.mails.signup.subject).toBe("Confirmez votre adresse e-mail pour {site}");
  expect(french?.mails.recovery.subject).toContain("nouveau mot de passe");
});

it("rejects words of the faith and of the ministry's home as passwords", () => {
  const { words, literals } = COMMON_PASSWORDS;
  expect(["jesus", "jesuschrist", "zimbabwe"].filter((word) => !words.has(word))).toEqual([]);
  expect(literals.has("jesus777")).toBe(true);
});
