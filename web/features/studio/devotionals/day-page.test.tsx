import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio, type StudioServer } from "#tests/support/studio-server.ts";
import { fill } from "#tests/support/view-actions.ts";
import { DevotionalsPage } from "./devotionals-page.tsx";

const { en } = devotionalsMessages;
const kit = kitMessages.en;
const DAY = "2026-11-23";
const BODY = { title: "Peace", verse: "John 14:27", content: "One *day*.\n\n> Two" };

let server: FakeServer;
beforeEach(() => localStorage.clear());

async function openDay(
  documents: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
  at = `/studio/devotionals/${DAY}`,
): Promise<ReturnType<typeof renderView> & { studio: StudioServer }> {
  server = createFakeServer();
  const studio = serveStudio(server, { permissions: ["devotionals"], documents });
  server.answer("GET /api/bible/v1/versions", () =>
    json({ versions: [{ id: "kjv", state: "ready" }] }),
  );
  server.answer("GET /api/bible/John%2014%3A27", () =>
    json({
      verses: [{ text: "Peace I leave with you" }],
      text: "Peace I leave with you",
      copyright: "King James Version - public domain.",
      caps: { copyVerses: 31_102 },
    }),
  );
  await signInMember(server);
  const view = renderView(
    <InStudio permissions={["devotionals"]}>
      <DevotionalsPage />
    </InStudio>,
    { server, at },
  );
  return { ...view, studio };
}

async function card(name: string): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole("region", { name }));
}

describe("the editor of a day", () => {
  it("has an editor for each language, published separately", async () => {
    const { user, studio } = await openDay();
    const french = await card("Français");
    await fill(user, await french.findByLabelText(en.fields.title), "La paix");
    await fill(user, french.getByLabelText(en.fields.content), "Un jour.");
    await user.click(french.getByRole("button", { name: kit.save.publish }));
    await waitFor(() => {
      expect(studio.bodyOf("devotional", `${DAY}.fr`)).toEqual({
        title: "La paix",
        content: "Un jour.",
      });
    });
    expect(studio.bodyOf("devotional", `${DAY}.en`)).toBeNull();
    const text = en.state.ofDay("Monday, November 23, 2026");
    expect(await french.findByText(text)).toBeDefined();
  });

  it.each([
    [`/studio/devotionals/${DAY}`, "English"],
    [`/studio/devotionals/${DAY}#fr`, "Français"],
  ])("begins at %s with %s", async (at, name) => {
    await openDay({}, at);
    await card("English");
    const [first] = screen.getAllByRole("heading", { level: 2, name: /^(?:English|Français)$/ });
    expect(first?.textContent).toBe(name);
  });

  it("names the missing title and keeps the text", async () => {
    const { user, studio } = await openDay();
    const english = await card("English");
    await fill(user, await english.findByLabelText(en.fields.content), "Some words");
    await user.click(english.getByRole("button", { name: kit.save.publish }));
    expect(await english.findByText(kit.faults.missing)).toBeDefined();
    expect(english.getByLabelText(en.fields.content)).toHaveProperty("value", "Some words");
    expect(studio.bodyOf("devotional", `${DAY}.en`)).toBeNull();
  });

  it("previews the text and its length", async () => {
    const { user } = await openDay({ [`devotional/${DAY}.en`]: BODY });
    const english = await card("English");
    await user.click(await english.findByText(en.preview.title));
    expect(english.getByText("day").tagName).toBe("EM");
    expect(english.getByText(`${en.length(3, 1)} · ${en.lengthHint}`)).toBeDefined();
  });

  it("checks its references and quotes them with their version", async () => {
    const { user } = await openDay({ [`devotional/${DAY}.en`]: { ...BODY, content: "Words." } });
    const english = await card("English");
    expect(await english.findByText(en.references.found("John 14:27"))).toBeDefined();
    await user.click(english.getByRole("button", { name: en.references.showOf("John 14:27") }));
    expect(english.getByText("King James Version - public domain.")).toBeDefined();
    await user.click(english.getByRole("button", { name: en.references.insert }));
    expect(english.getByLabelText(en.fields.content)).toHaveProperty(
      "value",
      "Words.\n\n> Peace I leave with you\n> — John 14:27 (KJV)",
    );
  });

  it("names a verse and a chapter that do not exist", async () => {
    const { studio } = await openDay({
      [`devotional/${DAY}.en`]: { ...BODY, verse: "John 3:99, Genesis 60:1" },
    });
    server.answer("GET /api/bible/John%203%3A99", () => json({ error: "not found" }, 404));
    const english = await card("English");
    expect(await english.findByText(en.references.noChapter("Genesis 60:1"))).toBeDefined();
    expect(await english.findByText(en.references.missing("John 3:99", "KJV"))).toBeDefined();
    expect(studio.bodyOf("devotional", `${DAY}.en`)).not.toBeNull();
  });

  it("starts from the text of the other language or of the year before", async () => {
    const { user } = await openDay({
      [`devotional/${DAY}.fr`]: BODY,
      "devotional/2025-11-23.en": { ...BODY, title: "Before" },
    });
    const english = await card("English");
    await english.findByRole("button", { name: en.copy.language("French") });
    await user.click(
      await english.findByRole("button", { name: en.copy.lastYear("Sunday, November 23, 2025") }),
    );
    expect(english.getByLabelText(en.fields.title)).toHaveProperty("value", "Before");
    expect(english.queryByRole("button", { name: en.copy.language("French") })).toBeNull();
  });

  it("creates a link that previews the page", async () => {
    const { user } = await openDay({ [`devotional/${DAY}.fr`]: BODY });
    server.answer("POST /rest/v1/rpc/studio_preview", () => json("abc"));
    const french = await card("Français");
    await user.click(await french.findByText(en.preview.title));
    await user.click(french.getByRole("button", { name: kit.preview.link }));
    const link = await french.findByRole("link", { name: new RegExp(kit.preview.open) });
    expect(link.getAttribute("href")).toContain("/fr/devotional/2026/11/23?preview=abc");
    expect(server.to("POST /rest/v1/rpc/studio_preview")[0]?.body).toMatchObject({
      p_kind: "devotional",
      p_id: `${DAY}.fr`,
      p_body: BODY,
    });
  });

  it("unpublishes in one tap", async () => {
    const { user } = await openDay({ [`devotional/${DAY}.fr`]: BODY });
    server.answer("POST /rest/v1/rpc/studio_remove", () =>
      json({
        outcome: "published",
        revision: 2,
        document: {
          kind: "devotional",
          id: `${DAY}.fr`,
          body: null,
          version: 2,
          updated_at: "2026-11-22T09:30:00Z",
          updated_by_name: "Ruth",
        },
      }),
    );
    const french = await card("Français");
    await user.click(await french.findByRole("button", { name: en.takeBack }));
    expect(await screen.findByText(en.takenBack)).toBeDefined();
    expect(server.to("POST /rest/v1/rpc/studio_remove")[0]?.body).toMatchObject({
      p_base_version: 1,
    });
  });
});

it("leads from an invalid day back to the month", async () => {
  await openDay({}, "/studio/devotionals/2026-02-30");
  expect(await screen.findByText(en.noSuchDay)).toBeDefined();
});
