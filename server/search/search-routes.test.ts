import { describe, expect, it } from "vitest";
import { createBibleRoutes } from "#server/bible/bible-routes.ts";
import { NO_LICENSED_TEXTS } from "#server/bible/licensed-texts.ts";
import type { SiteSearch } from "#shared/contracts/search.ts";
import { OWN_FRENCH_STORE, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { type Fixture, FIXED_VIDEOS, listAnswer, openFixedSearch } from "./search.fixture.ts";

const room = openFixedSearch();

const pathsOf = ({ devotionals }: SiteSearch) => devotionals.hits.map(({ path }) => path);
const titlesOf = ({ videos }: SiteSearch) => videos.hits.map(({ title }) => title);

describe("a video", () => {
  it.each([
    // Exact title, in either language, any case.
    ["healing", "en", "The Healing of the Nations"],
    ["HEALING OF THE NATIONS", "en", "The Healing of the Nations"],
    ["guérison", "fr", "Guérison et restauration"],
    ["Prodigal Son", "en", "The Prodigal Son"],
    // Without accents, or with wrong ones.
    ["guerison", "fr", "Guérison et restauration"],
    ["temoignage alcool", "fr", "Témoignage : délivrée de l’alcool"],
    ["coeur pur", "fr", "Cœur pur, mains innocentes"],
    ["prophètie afrique", "fr", "Prophétie sur l’Afrique"],
    ["l'amour", "fr", "L’amour du prochain"],
    ["eglise", "en", "La prière de l’Église"],
    // In another number or form.
    ["nation", "en", "The Healing of the Nations"],
    ["healings", "en", "The Healing of the Nations"],
    ["prayers", "en", "Prayer That Moves Mountains"],
    ["families", "en", "My Family Was Restored"],
    ["guérir", "fr", "Guérison et restauration"],
    ["cheval de feu", "fr", "Les chevaux de feu d’Élisée"],
    ["prières", "fr", "La prière de l’Église"],
    ["louanges", "fr", "Louange et adoration"],
    ["walk", "en", "Walking by Faith"],
    // With typing errors.
    ["heeling nations", "en", "The Healing of the Nations"],
    ["prohpecy afrique", "en", "Prophétie sur l’Afrique"],
    ["profetie afrique", "fr", "Prophétie sur l’Afrique"],
    ["gurison", "fr", "Guérison et restauration"],
    ["testimonny blindness", "en", "Healed of Blindness"],
    ["wroship", "en", "Worship Night"],
    ["prodigle", "en", "The Prodigal Son"],
    // While the last word is being typed.
    ["resto", "en", "My Family Was Restored"],
    ["bli", "en", "Healed of Blindness"],
    ["lou", "fr", "Louange et adoration"],
    ["walking by fai", "en", "Walking by Faith"],
    // By its subject: category in either language, description.
    ["testimony bulawayo", "en", "Healed of Blindness"],
    ["témoignages marie", "en", "Témoignage : délivrée de l’alcool"],
    ["film family", "en", "The Prodigal Son"],
    ["sermon about healing", "en", "The Healing of the Nations"],
    ["chants", "fr", "Louange et adoration"],
    ["hebrews 11", "en", "Walking by Faith"],
  ] as const)("is found by %j (%s): %s", async (query, language, title) => {
    expect(titlesOf(await room.search(query, language))).toContain(title);
  });
});

it("is found by speaker, series and translated title as soon as they are published", async () => {
  const [sermon] = FIXED_VIDEOS.get("sermons") ?? [];
  let said: ReturnType<NonNullable<Fixture["said"]>>;
  const room = openFixedSearch({ said: () => said });
  expect((await room.search("Tariro")).videos.total).toBe(0);
  said = {
    [sermon?.id ?? ""]: {
      speaker: "Tariro Dube",
      series: { en: "The Seven Letters", fr: "Les sept lettres" },
      title: { en: "The Healing of the Nations", fr: "La guérison des peuples" },
    },
  };
  await room.collections.refresh();
  for (const question of ["tariro", "seven letters", "sept lettres", "guerison des peuples"]) {
    expect(titlesOf(await room.search(question))).toContain(sermon?.title);
  }
});

describe("order of videos", () => {
  it.each([
    ["a title before a description", "grace", "Grace That Saves"],
    ["the exact word before a similar one", "easter", "Easter Morning"],
    ["the exact word before a similar one, the other way", "east", "East of Eden"],
    ["the newer before the older", "prophecy nations", "Prophecy for the Nations 2026"],
    ["the whole phrase first", "nations 2019", "Prophecy for the Nations 2019"],
  ])("puts %s: %j", async (_, query, first) => {
    expect(titlesOf(await room.search(query))[0]).toBe(first);
  });

  it("excludes similar words if there are exact matches", async () => {
    expect(titlesOf(await room.search("armour"))).toEqual(["The Armour of God"]);
  });

  it("continues a list when one kind is requested", async () => {
    const all = await room.search("sermon");
    expect(all.videos.total).toBe(12);
    const response = await room.app.request("/api/search?q=a+god+psaume+bible&kind=pages");
    const alone: unknown = await response.json();
    expect(alone).toMatchObject({ videos: { hits: [] }, devotionals: { hits: [] } });
  });
});

describe("passage of the Bible", () => {
  it.each([
    ["Jean 3.16", "fr", "Jean 3:16", "/bible?book=john&chapter=3&verse=16", /^For God so loved/],
    ["jn 3:16", "en", "John 3:16", "/bible?book=john&chapter=3&verse=16", /^For God so loved/],
    [
      "1 Corinthians 13",
      "en",
      "1 Corinthians 13",
      "/bible?book=1corinthians&chapter=13",
      /^Though I/,
    ],
    [
      "1 corinthiens 13:4-7",
      "fr",
      "1 Corinthiens 13:4-7",
      "/bible?book=1corinthians&chapter=13&verse=4",
      /^Charity suffereth/,
    ],
    ["psaume 23", "fr", "Psaume 23", "/bible?book=psalms&chapter=23", /^The LORD is my shepherd/],
    [
      "psaume 51:3",
      "fr",
      "Psaume 51:3",
      "/bible?book=psalms&chapter=51&verse=3",
      /^Have mercy upon me/,
    ],
    ["psalm 51:1", "en", "Psalms 51:1", "/bible?book=psalms&chapter=51&verse=1", /^Have mercy/],
    ["ésaïe 53", "fr", "Ésaïe 53", "/bible?book=isaiah&chapter=53", /^Who hath believed/],
    ["esaie 53", "en", "Isaiah 53", "/bible?book=isaiah&chapter=53", /^Who hath believed/],
    ["John 3:99", "en", "John 3", "/bible?book=john&chapter=3", /^There was a man/],
    ["Ruth", "en", "Ruth", "/bible?book=ruth&chapter=1", /^$/],
    ["Actes", "fr", "Actes", "/bible?book=acts&chapter=1", /^$/],
  ])("is recognized in %j (%s): %s", async (query, language, name, path, text) => {
    const { reference } = await room.search(query, language);
    expect(reference).toMatchObject({ name, path });
    expect(reference?.text).toMatch(text);
  });

  it.each(["grace", "3:16", "John 99", "the acts of faith", "is"])(
    "is not recognized in %j",
    async (q) => {
      expect((await room.search(q)).reference).toBeNull();
    },
  );

  it("is also searched by its words", async () => {
    const { bible } = await room.search("valley of the shadow of death", "fr");
    expect(bible.hits[0]).toMatchObject({
      name: "Psaume 23:4",
      path: "/bible?book=psalms&chapter=23&verse=4&version=kjv",
    });
    expect(bible.hits[0]?.ranges.length).toBeGreaterThan(3);
    expect(bible.version).toEqual({ name: "King James Version", language: "en" });
  });

  it("is searched and quoted in the page's language if there is a text", async () => {
    const texts = OWN_FRENCH_STORE;
    const service = createBibleRoutes({ licensed: NO_LICENSED_TEXTS, texts });
    const french = openFixedSearch({ bible: async (url, init) => service.request(url, init) });
    const version = { name: "Louis Segond 1910", language: "fr" };
    const { bible, reference } = await french.search("Psaume 51:3", "fr");
    const text = ownVerse("PSA", 51, 3).text;
    expect(reference).toMatchObject({ name: "Psaume 51:3", text, version });
    expect(bible.version).toEqual(version);
    const { bible: found } = await french.search("psa 51 3 l’champs ", "fr");
    expect(found.hits[0]).toMatchObject({
      path: "/bible?book=psalms&chapter=51&verse=3&version=lsg",
      text,
    });
    const inEnglish = await french.search("valley of the shadow", "en");
    expect(inEnglish.bible.version?.language).toBe("en");
  });
});

describe("devotionals and pages", () => {
  it.each([
    ["shepherd", "en", "The Shepherd Who Stays", "/devotional?day=3"],
    ["fear over faith", "en", "Faith Over Fear", "/devotional?day=2"],
    ["sheperd stays", "en", "The Shepherd Who Stays", "/devotional?day=3"],
  ])("finds a devotional by %j (%s): %s", async (query, language, title, path) => {
    const { devotionals } = await room.search(query, language);
    expect(devotionals.hits[0]).toMatchObject({ title, path, date: null });
    expect(devotionals.hits[0]?.excerpt.length).toBeGreaterThan(40);
  });

  it("finds only devotionals of the page's language", async () => {
    expect((await room.search("berger", "fr")).devotionals.total).toBeGreaterThan(0);
    expect((await room.search("berger", "en")).devotionals.total).toBe(0);
  });

  it.each([
    ["live", "en", "/live-tv"],
    ["service thursday", "en", "/live-tv"],
    ["Sunday services", "en", "/live-tv"],
    ["culte jeudi", "fr", "/live-tv"],
    ["le culte du dimanche", "fr", "/live-tv"],
    ["direct", "fr", "/live-tv"],
    ["confidentialité", "fr", "/privacy-policy"],
    ["cookies", "en", "/privacy-policy"],
    ["prophecies", "en", "/videos/prophecies"],
    ["témoignages", "en", "/videos/testimonies"],
    ["musique", "fr", "/videos/music"],
    ["devotional", "en", "/devotional"],
    ["méditation", "fr", "/devotional"],
    ["password", "en", "/profile"],
  ])("finds a page by %j (%s): %s", async (query, language, address) => {
    const { pages } = await room.search(query, language);
    expect(pages.hits.map((page) => page.address)).toContain(address);
  });

  it("finds published devotionals by date, in addition to bundled ones", async () => {
    const entry = {
      day: 14,
      title: "Living Water",
      verse: "John 4",
      content: "Drink.",
      date: "2026-06-14",
    };
    const { search } = openFixedSearch({ published: async () => [entry] });
    expect((await search("living water")).devotionals.hits[0]).toEqual({
      title: "Living Water",
      verse: "John 4",
      excerpt: "Drink.",
      path: "/devotional/2026/06/14",
      date: "2026-06-14",
    });
    expect(pathsOf(await search("shepherd stays"))).toEqual(["/devotional?day=3"]);
  });

  it("finds a bundled devotional that was published once", async () => {
    const entry = {
      day: 3,
      title: "The Shepherd Who Stays",
      verse: "Psalm 23:1",
      content: "The shepherd stays.",
      date: "2026-06-03",
    };
    const { search } = openFixedSearch({ published: async () => [entry] });
    expect(pathsOf(await search("shepherd stays"))).toEqual(["/devotional/2026/06/03"]);
  });
});

describe("query without results", () => {
  it("returns the closest titles", async () => {
    const answer = await room.search("restored zzzzzzzz");
    expect(answer.videos.total).toBe(0);
    expect(answer.nearest.map(({ title }) => title)).toContain("My Family Was Restored");
  });

  it.each(["qwrtzpsdfg", "中文電影", "ابجد", "🙏🙏 xx"])(
    "has an empty response for %j",
    async (query) => {
      const { videos, devotionals, bible, pages, reference, nearest } = await room.search(query);
      expect([videos, devotionals, bible, pages].map(({ total }) => total)).toEqual([0, 0, 0, 0]);
      expect(reference).toBeNull();
      expect(nearest).toEqual([]);
    },
  );
});

describe("bad query", () => {
  it.each([
    ["none at all", ""],
    ["an empty one", "q="],
    ["one of blanks", "q=%20%20%20"],
    ["one letter", "q=a"],
    ["signs alone", "q=%25%25%26%3C%3E"],
    ["more than 100 characters", `q=${"grace+".repeat(17)}`],
    ["a language that the site has not", "q=grace&lang=de"],
    ["a group that there is not", "q=grace&kind=people"],
  ])("%s", async (_, search) => {
    for (const path of [
      "/api/search",
      ...(search.includes("kind") ? [] : ["/api/search/suggest"]),
    ]) {
      const response = await room.app.request(`${path}?${search}`);
      expect(response.status).toBe(400);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({ error: "bad query" });
    }
  });
});

describe("malicious input", () => {
  it.each([
    "<script>alert(1)</script>",
    "'; DROP TABLE videos; --",
    "../../etc/passwd",
    "%00%0a%0dSet-Cookie: a=b",
    "__proto__ constructor toString",
    "(((((((((((ab+)+)+)+$",
    "a".repeat(100),
    "\u202egnp.exe \u0000 \ud800 heal",
    "ﬀ ﷺ ﷽ ﷽",
    "${7*7} {{7*7}}",
  ])("%j", async (query) => {
    const response = await room.app.request(`/api/search?${new URLSearchParams({ q: query })}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

describe("suggestions", () => {
  it("start after two letters: passages, pages, videos, devotionals", async () => {
    const { suggestions } = await room.suggest("he");
    expect(suggestions.map(({ title }) => title)).toContain("The Healing of the Nations");
    expect(suggestions.length).toBeLessThanOrEqual(10);
  });

  it("contain the path of each", async () => {
    const { suggestions } = await room.suggest("jean 3.16", "fr");
    expect(suggestions[0]).toEqual({
      kind: "reference",
      title: "Jean 3:16",
      address: "/bible?book=john&chapter=3&verse=16",
      category: null,
      thumbnail: null,
    });
    const [video] = (await room.suggest("prodigal")).suggestions;
    expect(video).toMatchObject({
      kind: "video",
      category: "movies",
      address: `/videos/movies?v=${FIXED_VIDEOS.get("movies")?.[0]?.id}`,
    });
  });

  it("have the browsers' format on request", async () => {
    const response = await room.app.request("/api/search/suggest?q=worsh&format=opensearch");
    expect(response.headers.get("content-type")).toMatch(/^application\/x-suggestions\+json/);
    expect(await response.json()).toEqual(["worsh", expect.arrayContaining(["Worship Night"])]);
  });
});

describe("search response", () => {
  it("is cached for minutes and a known ETag gets 304", async () => {
    const first = await room.app.request("/api/search?q=grace");
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=300,/);
    const etag = first.headers.get("etag") ?? "";
    const again = await room.app.request("/api/search?q=grace", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });

  it("is rejected after too many queries of one IP address, with Retry-After", async () => {
    const { app } = openFixedSearch({ rateLimitFactor: 1 / 300 });
    expect((await app.request("/api/search?q=grace")).status).toBe(200);
    const refused = await app.request("/api/search/suggest?q=grace");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });
});

describe("failure of one part", () => {
  const away = () => Promise.reject(new TypeError("fetch failed"));

  it.each([
    ["cannot be reached", () => away()],
    ["answers 500", () => new Response("broken", { status: 500 })],
    ["answers garbage", () => new Response("<html>")],
    ["answers another shape", () => Response.json({ videos: [{ id: 7 }] })],
  ])("names a list that %s, uncached", async (_, fault) => {
    const { app, search } = openFixedSearch({ list: (id) => (id === "sermons" ? fault() : null) });
    const answer = await search("healing");
    expect(answer).toMatchObject({ isPartial: true, missing: ["sermons"] });
    expect(titlesOf(answer)).toEqual(["Healed of Blindness"]);
    const response = await app.request("/api/search?q=healing");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("keeps the last content of a list", async () => {
    let isAway = false;
    const room = openFixedSearch({ list: () => (isAway ? away() : null) });
    await room.search("healing");
    isAway = true;
    await room.collections.refresh();
    const answer = await room.search("healing");
    expect(titlesOf(answer)).toContain("The Healing of the Nations");
    expect(answer.isPartial).toBe(false);
  });

  it("searches bundled devotionals without the store", async () => {
    const answer = await openFixedSearch({ published: away }).search("shepherd");
    expect(answer).toMatchObject({ isPartial: true, missing: ["devotionals"] });
    expect(answer.devotionals.hits[0]?.title).toBe("The Shepherd Who Stays");
  });

  it("opens a passage without its text", async () => {
    const answer = await openFixedSearch({ bible: away }).search("John 3:16");
    expect(answer).toMatchObject({ isPartial: true, missing: ["bible"] });
    expect(answer.reference).toEqual({
      name: "John 3",
      path: "/bible?book=john&chapter=3",
      text: "",
      version: null,
    });
  });
});

describe("changed lists", () => {
  it("are read again in the background if they are old, and only changed ones are transferred", async () => {
    let videos = FIXED_VIDEOS.get("music") ?? [];
    const room = openFixedSearch({
      list: (id) => (id === "music" ? listAnswer(videos) : null),
    });
    expect((await room.search("worship night")).videos.total).toBe(1);
    const calls = room.listCalls();
    await room.search("worship night");
    expect(room.listCalls()).toBe(calls);

    const [first] = videos;
    videos = first ? [{ ...first, title: "Evening Praise" }] : [];
    room.clock.nowMs += 10 * 60_000;
    await room.search("worship night");
    await room.collections.refresh();
    expect((await room.search("worship night")).videos.total).toBe(0);
    expect(titlesOf(await room.search("evening praise"))).toEqual(["Evening Praise"]);
    expect((await room.search("adoration")).videos.total).toBe(0);
  });
});

describe("browser search", () => {
  it.each([
    ["/opensearch.xml", "https://tv.example.org/search?q={searchTerms}"],
    ["/fr/opensearch.xml", "https://tv.example.org/fr/search?q={searchTerms}"],
  ])("describes the search at %s", async (path, template) => {
    const response = await room.app.request(path);
    expect(response.headers.get("content-type")).toMatch(
      /^application\/opensearchdescription\+xml/,
    );
    const xml = await response.text();
    expect(xml).toContain(`template="${template}"`);
    expect(/<ShortName>([^<]*)</.exec(xml)?.[1]?.length).toBeLessThanOrEqual(16);
  });
});
