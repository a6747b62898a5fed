import type { APIRequestContext, Page } from "@playwright/test";
import * as v from "valibot";
import { SITE_PATH } from "#shared/site/site-state.ts";
import type { DocumentKind } from "#shared/studio/documents.ts";
import { librarySchema } from "#server/media/library.schema.ts";
import { backendHeaders, enterAs } from "#tests/e2e/support/accounts.ts";
import { HOSTILE_TEXTS } from "./support/hostile-texts.ts";
import { expect, test } from "./support/studio-test.ts";

const DAY = "2023-07-16";
const writtenSchema = v.object({ outcome: v.literal("published") });

/** The writing staff member, and two videos to write about. */
type Writer = { request: APIRequestContext; headers: Record<string, string>; videos: string[] };

type Written = readonly [kind: DocumentKind, id: string, body: object];

/** Builds fields with a hostile text each: over forty, each with the next text of the list. */
function fieldsWith(first: number, mark: string, [video, other]: readonly string[]): Written[] {
  let turn = first;
  const next = (): string => HOSTILE_TEXTS[turn++ % HOSTILE_TEXTS.length] ?? "";
  const both = () => ({ en: next(), fr: next() });
  const ministry = {
    name: next(),
    tagline: both(),
    mission: both(),
    phone: next(),
    address: `${mark} ${next()}`,
  };
  const service = { id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 120 };
  const special = {
    id: "special",
    title: both(),
    start: "18:00",
    durationMinutes: 60,
    rule: { kind: "once", date: "2099-01-01" },
  };
  const note = { serviceId: "sunday", date: "2099-01-04", kind: "cancelled", note: both() };
  const devotional = () => ({
    title: next(),
    verse: next(),
    content: next(),
    reflection: next(),
  });
  const link = { id: other, relation: "testimony", title: next(), consent: next() };
  return [
    ["ministry", "ministry", ministry],
    ["channel", "english", { name: both() }],
    [
      "schedule",
      "schedule",
      { weekly: [{ ...service, title: both() }], others: [special], exceptions: [note] },
    ],
    ["announcement", "hostile", { text: both(), severity: "urgent" }],
    ["category", "music", { title: both(), description: both() }],
    ["category", "choir", { title: both(), playlist: "own-list-choir" }],
    ["list", "choir", { videos: [{ id: video, title: next() }] }],
    [
      "video",
      video ?? "",
      {
        title: both(),
        description: both(),
        speaker: next(),
        series: both(),
        sourceTitle: next(),
        links: [link],
      },
    ],
    ["devotional", `${DAY}.en`, devotional()],
    ["devotional", `${DAY}.fr`, devotional()],
  ];
}

async function publish(
  { request, headers }: Writer,
  [kind, id, body]: Written,
  baseVersion: number,
  summary: string,
): Promise<void> {
  const response = await request.post("/rest/v1/rpc/studio_publish", {
    headers,
    data: {
      p_kind: kind,
      p_id: id,
      p_changes: body,
      p_base_version: baseVersion,
      p_summary: summary,
    },
  });
  v.parse(writtenSchema, await response.json());
}

/** Returns two videos of one category. */
async function videosOf(request: APIRequestContext): Promise<string[]> {
  const library = v.parse(librarySchema, await (await request.get("/media/library.json")).json());
  return library.clips
    .filter(({ category, language }) => category === "music" && language === "en")
    .map(({ id }) => id);
}

/** Opens a page and expects every text to be rendered as text only. */
async function expectOnlyText(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "domcontentloaded" });
  const found = await page.evaluate(() => {
    const addresses = ["href", "xlink:href", "src", "action", "formaction", "data"];
    const isCode = (name: string, value: string): boolean =>
      name.startsWith("on") ||
      name === "srcdoc" ||
      (addresses.includes(name) && /^\s*(?:javascript|data:text)/i.test(value));
    const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => ({ tag: element.tagName, name, value })),
    );
    return {
      ran: document.documentElement.dataset["hit"] ?? null,
      code: attributes.filter(({ name, value }) => isCode(name, value)),
      scripts: [...document.scripts].filter(
        ({ type, text }) => type === "" && text.includes("hit()"),
      ).length,
    };
  });
  expect(found, address).toEqual({ ran: null, code: [], scripts: 0 });
}

/** @param first index of the first field's text */
async function writeRound(writer: Writer, round: number, first: number): Promise<void> {
  const mark = `round ${round}`;
  const summary = HOSTILE_TEXTS[first] ?? "";
  await Promise.all(
    fieldsWith(first, mark, writer.videos).map((written) =>
      publish(writer, written, round, summary),
    ),
  );
  await expect
    .poll(async () => (await writer.request.get(SITE_PATH)).text(), { intervals: [50] })
    .toContain(mark);
}

test.use({ ownServer: {} });

/** Two rounds put every text into some field; as many rounds as texts put it into each field. */
for (const [what, rounds] of [
  [
    "hostile texts in every field of the studio run on no page @full",
    [0, Math.floor(HOSTILE_TEXTS.length / 2)],
  ],
  [
    "every hostile text in each field of the studio runs on no page @full",
    [...HOSTILE_TEXTS.keys()],
  ],
] as const) {
  test(what, async ({ page, request, owner }) => {
    test.setTimeout(60_000 + rounds.length * 10_000);
    await page.addInitScript(() => {
      Object.assign(window, { hit: () => (document.documentElement.dataset["hit"] = "yes") });
    });
    const videos = await videosOf(request);
    const writer = { request, headers: await backendHeaders(request, owner), videos };
    for (const [round, first] of rounds.entries()) {
      await writeRound(writer, round, first);
      await expectOnlyText(page, "/");
      await expectOnlyText(page, "/fr/live-tv");
      await expectOnlyText(page, `/videos/music?v=${videos[0]}`);
      await expectOnlyText(page, "/devotional/2023/07/16");
      await expectOnlyText(page, "/fr/devotional/2023/07/16");
    }
    await enterAs(page, owner);
    for (const part of ["", "/log", "/ministry", "/schedule", "/announcements", "/videos/music"]) {
      await expectOnlyText(page, `/studio${part}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });
}
