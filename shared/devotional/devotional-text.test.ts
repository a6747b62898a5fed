import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import {
  lengthOf,
  plainText,
  readText,
  safeAddress,
  type TextBlock,
  type TextSpan,
} from "./devotional-text.domain.ts";
import { paragraphsOf } from "./devotional.ts";
import { shippedDevotionals } from "./bundled-devotionals.ts";

/** Serializes blocks: p(...), q(...), l(a|b); spans as *…*, **…**, <href …> and {reference}. */
function shown(blocks: readonly TextBlock[]): string[] {
  return blocks.map((block) =>
    block.kind === "list"
      ? `l(${block.items.map(spans).join("|")})`
      : `${block.kind === "quote" ? "q" : "p"}(${spans(block.spans)})`,
  );
}

function spans(list: readonly TextSpan[]): string {
  return list
    .map((span) => {
      switch (span.kind) {
        case "text":
          return span.text;
        case "scripture":
          return `{${span.text}}`;
        case "link":
          return `<${span.href} ${spans(span.spans)}>`;
        case "emphasis":
          return `*${spans(span.spans)}*`;
        case "strong":
          return `**${spans(span.spans)}**`;
      }
    })
    .join("");
}

describe("devotional text", () => {
  it.each([
    ["one\ntwo\n\nthree", ["p(one\ntwo)", "p(three)"]],
    ["a *good* word, **indeed**", ["p(a *good* word, **indeed**)"]],
    ["> The Lord is my shepherd\n> — Psalm 23:1", ["q(The Lord is my shepherd\n— {Psalm 23:1})"]],
    [
      "Pray for:\n- the sick\n- the *lost*\nAmen",
      ["p(Pray for:)", "l(the sick|the *lost*)", "p(Amen)"],
    ],
    ["see [our page](https://a.example/x) now", ["p(see <https://a.example/x our page> now)"]],
    ["[here](/bible?book=john)", ["p(</bible?book=john here>)"]],
    ["*read John 3:16 now*", ["p(*read {John 3:16} now*)"]],
    ["**a *b* c**", ["p(**a *b* c**)"]],
  ])("parses %j as %j", (content, blocks) => {
    expect(shown(readText(content))).toEqual(blocks);
  });

  it.each([
    "5 * 3 * 2 = 30",
    "2*3*4",
    "a lone * star, and ** two",
    "– a dash, — and another",
    "-5 degrees",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert)",
    "[x](data:text/html,hi)",
    "[x](//evil.example)",
    "[x](https://user:pass@a.example)",
    "[x](vbscript:x)",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; and &amp;",
    "__proto__ constructor",
    "*a\n\nb*",
  ])("keeps %j as plain text", (content) => {
    expect(shown(readText(content))).toEqual(paragraphsOf(content).map((text) => `p(${text})`));
  });

  it("parses hostile repetition quickly", () => {
    for (const piece of ["*", "**a", "[", "[x](", "> ", "- ", "*a "]) {
      expect(readText(piece.repeat(20_000 / piece.length)).length).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(LANGUAGES)("parses the bundled devotionals in %s unchanged", async (language) => {
    for (const { content } of await shippedDevotionals(language)) {
      const blocks = readText(content);
      expect(blocks.every(({ kind }) => kind === "paragraph")).toBe(true);
      expect(plainText(content)).toBe(content);
    }
  });
});

it.each([
  ["a *b* [c](https://d.example)\n\n> q\n\n- x\n- **y**", "a b c\n\nq\n\nx\ny"],
  ["John 3:16", "John 3:16"],
])("strips the marks of %j: %j", (content, plain) => {
  expect(plainText(content)).toBe(plain);
});

it.each([
  ["https://a.example/b", "https://a.example/b"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["/live-tv", "/live-tv"],
  ["/\\evil.example", null],
  ["ftp://a.example", null],
  ["https://", null],
  ["a.example", null],
])("maps the URL %s to %s", (address, href) => {
  expect(safeAddress(address)).toBe(href);
});

it.each([
  ["", { words: 0, minutes: 0 }],
  ["*one* — two", { words: 2, minutes: 1 }],
  ["word ".repeat(500), { words: 500, minutes: 3 }],
])("measures %j", (content, length) => {
  expect(lengthOf(content)).toEqual(length);
});
