/**
 * Responses in the shape of each provider, with invented sentences: the repository contains no licensed text. The
 * reference pages are named in server/bible/providers.
 */

/** Verses of every fake chapter. The third one has words of Jesus. */
export const FAKE_VERSES = 4;

export type FakeResponse = { status: number; type: string; body: string };

const JSON_TYPE = "application/json; charset=utf-8";

const json = (body: unknown, status = 200): FakeResponse => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});

/** ESV: text with numbers in brackets; an empty list for an unknown passage. */
export function esvResponse(query: URLSearchParams, verses: number): FakeResponse {
  const reference = query.get("q") ?? "";
  const isPsalm = reference.startsWith("Psalms");
  const lines = Array.from(
    { length: verses },
    (_, index) => `[${index + 1}] Sentence ${index + 1} of the LORD.${index === 1 ? "\n\n" : " "}`,
  );
  const passage = `${isPsalm ? "A Psalm of an inventor.\n\n" : ""}${lines.join("")}\n\n`;
  return json({
    query: reference,
    canonical: reference,
    parsed: [[43_003_001, 43_003_036]],
    passage_meta: [{ canonical: reference, chapter_start: [43_003_001, 43_003_036] }],
    passages: reference.includes("Jude") ? [] : [passage],
  });
}

/** NLT: a page whose verse and paragraph elements overlap. */
export function nltResponse(query: URLSearchParams): FakeResponse {
  const [, chapter = ""] = (query.get("ref") ?? "").split(".");
  const verse = (number: number, inside: string) =>
    `<verse_export orig="x_${chapter}_${number}" bk="x" ch="${chapter}" vn="${number}">${inside}</verse_export>`;
  const body = [
    verse(
      1,
      '<h3 class="subhead">A heading</h3><p class="psa-title">A song of an inventor.</p><p class="body"><span class="vn">1</span>Invented by the <span class="sc">Lord</span> &amp; nobody else',
    ),
    verse(2, '<span class="vn">2</span>&ldquo;second&rdquo;<br>sentence</p>'),
    verse(
      3,
      '<p class="poet1-vn-sp"><span class="vn">3</span><span class="red">I am<a class="a-tn">*</a><span class="tn"><span class="tn-ref">3:3</span> A note.</span> red.</span></p>',
    ),
    verse(4, '<p class="body"><span class="vn">4</span>The &lt;end&gt;.</p>'),
  ].join("\n");
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    body: `<!DOCTYPE html><html><head><title>Bible 1:1</title></head><body><div id="bibletext" class="NLT"><section><h2 class="bk_ch_vs_header">Header</h2>${body}</section></div></body></html>`,
  };
}

/** API.Bible: the list of versions that a key may read. */
export function apiBibleList(abbreviations: readonly string[]): FakeResponse {
  return json({
    data: abbreviations.map((abbreviation) => ({
      id: `${abbreviation.toLowerCase()}-01`,
      dblId: "x",
      abbreviation,
      abbreviationLocal: abbreviation,
      language: { id: "eng" },
      name: abbreviation,
    })),
  });
}

/** API.Bible: a chapter as a tree. */
export function apiBibleChapter(id: string): FakeResponse {
  const verse = (number: number) => ({
    name: "verse",
    type: "tag",
    attrs: { number: String(number), style: "v", sid: `${id}:${number}` },
    items: [{ text: String(number), type: "text" }],
  });
  const text = (number: number, words: string) => ({
    text: words,
    type: "text",
    attrs: { verseId: `${id}.${number}`, verseOrgIds: [`${id}.${number}`] },
  });
  const tag = (name: string, style: string, items: unknown[]) => ({
    name,
    type: "tag",
    attrs: { style },
    items,
  });
  return json({
    data: {
      id,
      bibleId: "x-01",
      number: "3",
      bookId: id.slice(0, 3),
      reference: id,
      copyright: "\n Invented, copyright nobody. \n",
      verseCount: FAKE_VERSES,
      content: [
        tag("para", "s1", [{ text: "A heading", type: "text" }]),
        tag("para", "d", [{ text: "A psalm of an inventor.", type: "text" }]),
        tag("para", "p", [
          verse(1),
          text(1, "Invented by the "),
          tag("char", "nd", [text(1, "Lord")]),
          text(1, " and nobody "),
          tag("char", "add", [text(1, "else")]),
          text(1, ". "),
          verse(2),
          text(2, "The second"),
        ]),
        tag("para", "q1", [text(2, "sentence.")]),
        tag("para", "p", [verse(3), tag("char", "wj", [text(3, "I am red.")]), verse(4)]),
        tag("para", "q2", [text(4, "The end.")]),
      ],
    },
    meta: { fumsToken: `token of ${id}`, fumsId: "x" },
  });
}

/** YouVersion: pages of the list. */
export function youVersionList(
  abbreviations: readonly string[],
  pageToken: string | null,
): FakeResponse {
  const [first, ...rest] = abbreviations;
  const page = pageToken === null ? [first ?? ""] : rest;
  return json({
    data: page.map((abbreviation, index) => ({
      id: 100 + index,
      abbreviation: `${abbreviation}11`,
      localized_abbreviation: abbreviation,
      title: abbreviation,
      copyright: "Invented, copyright nobody.",
    })),
    next_page_token: pageToken === null && rest.length > 0 ? "page2" : null,
    total_size: abbreviations.length,
  });
}

/** YouVersion: a passage as HTML in JSON. */
export function youVersionPassage(id: string): FakeResponse {
  const mark = (number: number) =>
    `<span class="yv-v" v="${number}"></span><span class="yv-vlbl">${number}</span>`;
  return json({
    id,
    reference: id,
    content: `<div><div class="yv-h s1">A heading</div><div class="yv-h d">A psalm of an inventor.</div><div class="p">${mark(1)}Invented by the <span class="nd">Lord</span>. ${mark(2)}The second</div><div class="q1">sentence.</div><div class="p">${mark(3)}<span class="wj">I am red.</span><span class="yv-n f">A note.</span> ${mark(4)}The end.</div></div>`,
  });
}

export const ERROR_RESPONSES = {
  unauthorized: json({ detail: "Invalid token." }, 401),
  forbidden: json({ statusCode: 403, error: "Forbidden", message: "not authorized" }, 403),
  missing: json({ statusCode: 404, error: "Not Found" }, 404),
  throttled: json({ detail: "Request was throttled. Expected available in 42 seconds." }, 429),
  broken: { status: 500, type: "text/html", body: "<h1>Server Error (500)</h1>" },
  empty: json({}),
  nested: { status: 200, type: JSON_TYPE, body: "[".repeat(100_000) + "]".repeat(100_000) },
} as const satisfies Record<string, FakeResponse>;
