import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { setReferences } from "#shared/typography.ts";
import { devotionalAnswerSchema } from "#shared/contracts/devotional.ts";
import { createDevotionalRoutes } from "./devotional-routes.ts";
import { createDevotionalStore } from "./devotional-store.ts";

const ROW = {
  date: "2026-06-14",
  title: "Bread & <b>Wine</b>",
  verse: "John 6",
  content: "A\n\nB",
};

function open(rows: readonly object[] = []) {
  const asked: string[] = [];
  const app = createDevotionalRoutes({
    siteUrl: "https://tv.example",
    ministry: () => ({ name: "Reign TV" }),
    // 01:00 on the 15th in Harare.
    now: () => Date.parse("2026-06-14T23:00:00Z"),
    store: createDevotionalStore({
      publishableKey: "key",
      transport: (url, init) => {
        asked.push(`${url} ${new Headers(init?.headers).get("apikey")}`);
        return Promise.resolve(Response.json(rows));
      },
    }),
  });
  return { app, asked };
}

describe("devotionals for API clients", () => {
  it("returns a bundled day in either language", async () => {
    const response = await open().app.request("/api/devotionals/en/1");
    const shipped = v.parse(devotionalAnswerSchema, await response.json());
    expect(shipped).toMatchObject({ day: 1, title: "Walking in God’s Purpose" });
    const french = await open().app.request("/api/devotionals/fr/30");
    expect(await french.json()).toMatchObject({ day: 30 });
  });

  it("returns a published date, read with the visitors' key", async () => {
    const { app, asked } = open([ROW]);
    const response = await app.request("/api/devotionals/en/2026-06-14");
    const published = v.parse(
      v.strictObject(devotionalAnswerSchema.entries),
      await response.json(),
    );
    expect(published).toEqual({ ...ROW, day: 14 });
    expect(asked).toEqual([
      "/rest/v1/devotionals?select=date,title,verse,content&language=eq.en&date=eq.2026-06-14 key",
    ]);
  });

  it.each(["en/0", "en/31", "en/2026-02-30", "en/2026-06-14", "de/1", "en/x"])(
    "responds 404 to %s",
    async (path) => {
      const response = await open().app.request(`/api/devotionals/${path}`);
      expect(response.status).toBe(404);
    },
  );
});

describe("today's devotional", () => {
  it("returns the one published for the ministry's day, with title and verse", async () => {
    const { app, asked } = open([ROW]);
    const response = await app.request("/api/devotionals/fr/today");
    expect(await response.json()).toEqual({ title: ROW.title, verse: ROW.verse });
    expect(asked[0]).toContain("language=eq.fr&date=eq.2026-06-15");
  });

  it("falls back to the bundled one of that day", async () => {
    const { app } = open();
    const shipped = await (await app.request("/api/devotionals/en/15")).json();
    const today = await (await app.request("/api/devotionals/en/today")).json();
    expect(today).toEqual({ title: shipped.title, verse: setReferences(shipped.verse) });
  });

  it("responds 404 for a language that the site does not have", async () => {
    expect((await open().app.request("/api/devotionals/de/today")).status).toBe(404);
  });
});

describe("feed", () => {
  it("lists published devotionals with permalinks as valid RSS", async () => {
    const { app, asked } = open([ROW]);
    const response = await app.request("/fr/devotional/feed.xml");
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const xml = await response.text();
    expect(XMLValidator.validate(xml)).toBe(true);
    const feed: unknown = new XMLParser().parse(xml);
    expect(feed).toMatchObject({
      rss: {
        channel: {
          language: "fr",
          item: {
            title: "Bread & <b>Wine</b>",
            link: "https://tv.example/fr/devotional/2026/06/14",
            description: "<blockquote>John 6</blockquote><p>A</p><p>B</p>",
          },
        },
      },
    });
    expect(asked[0]).toContain("date=lte.2026-06-15&order=date.desc");
  });

  it("contains emphasis, lists and links as HTML; the JSON has plain text", async () => {
    const content = "A *b* [c](/bible) <i>\n\n> q\n\n- x\n- **y**";
    const { app } = open([{ ...ROW, content }]);
    const xml = await (await app.request("/devotional/feed.xml")).text();
    const feed: unknown = new XMLParser().parse(xml);
    const description =
      "<blockquote>John 6</blockquote>" +
      '<p>A <em>b</em> <a href="https://tv.example/bible">c</a> &lt;i&gt;</p>' +
      "<blockquote>q</blockquote><ul><li>x</li><li><strong>y</strong></li></ul>";
    expect(feed).toMatchObject({ rss: { channel: { item: { description } } } });
    const answer = await (await app.request("/api/devotionals/en/2026-06-14")).json();
    expect(answer).toMatchObject({ content: "A b c <i>\n\nq\n\nx\ny" });
  });

  it("lists bundled devotionals of the last days if none is published", async () => {
    const xml = await (await open().app.request("/devotional/feed.xml")).text();
    expect(xml.match(/<item>/g)).toHaveLength(14);
    expect(xml).toContain("<link>https://tv.example/devotional?day=15</link>");
  });
});
