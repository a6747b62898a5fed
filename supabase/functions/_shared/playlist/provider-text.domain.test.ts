import { describe, expect, it } from "vitest";
import { cleanProviderText, decodeEntitiesOnce } from "./provider-text.domain.ts";

describe("decodeEntitiesOnce", () => {
  it.each([
    ["Faith &amp; Works", "Faith & Works"],
    ["&amp;amp;", "&amp;"],
    ["God&#39;s &#x201C;love&#x201d;", "God's “love”"],
    ["&lt;b&gt;", "<b>"],
    ["&unknown; &#0; &#xD800; &#9999999; AT&T", "&unknown; &#0; &#xD800; &#9999999; AT&T"],
  ])("%s", (given, wanted) => {
    expect(decodeEntitiesOnce(given)).toBe(wanted);
  });
});

describe("cleanProviderText", () => {
  it("removes control characters and direction overrides", () => {
    expect(cleanProviderText("\u0000Ser\u202Emon\u0007\uFEFF \u2066x\u2069", 100)).toBe("Sermon x");
  });

  it("keeps line feeds, accents and emoji", () => {
    expect(cleanProviderText("Prière\nde foi 🙏🏾", 100)).toBe("Prière\nde foi 🙏🏾");
  });

  it("shortens at whole characters with an ellipsis", () => {
    expect(cleanProviderText("🙏".repeat(20), 5)).toBe("🙏🙏🙏🙏…");
    expect(cleanProviderText("word word", 6)).toBe("word…");
  });

  it("never returns a lone surrogate", () => {
    expect(cleanProviderText("a\uD83Db", 10)).toBe("a\uFFFDb");
  });
});
