import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem } from "#web/base/sync/use-items.ts";
import { MyMarksPage } from "./my-marks-page.tsx";

const { en, fr } = marksMessages;

function openPage(language: "en" | "fr" = "en") {
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () => json({ versions: [] }));
  const verses = [1, 2, 3].map((verse) => ({ verse, text: `Words ${verse}.` }));
  server.answer(`GET /api/bible/${encodeURIComponent("Psalms 51")}`, () => json({ verses }));
  return renderView(<MyMarksPage />, { server, language, at: "/bible/marks" });
}
const mark = (from: number) => ({ book: "PSA", chapter: 51, from, to: from, version: "kjv" });
const names = () => screen.queryAllByRole("article").map((item) => item.textContent);

beforeEach(async () => {
  const { items } = await openItems();
  for (const { id } of items().values()) await removeItem("bible-mark", id);
});

it("explains how to make a mark when there are none, in French", async () => {
  openPage("fr");
  expect(await screen.findByText(fr.empty)).toBeDefined();
  expect(screen.getByRole("alert").textContent).toBe(fr.notKept);
});

describe("with marks", () => {
  beforeEach(async () => {
    await putItem("bible-mark", "bookmark:PSA.51.3", { kind: "bookmark", ...mark(3) });
    await putItem("bible-mark", "highlight:PSA.51.2", { kind: "highlight", colour: 2, ...mark(2) });
    await putItem("bible-mark", "note:PSA.51.1", {
      kind: "note",
      note: "Grace <b>#faith</b>",
      labels: ["faith"],
      ...mark(1),
    });
  });

  it("lists them in the order of the Bible with links to their verses and filters", async () => {
    const { user } = openPage();
    expect(await screen.findByText(en.count(3))).toBeDefined();
    await screen.findByText("Words 3.");
    expect(names()).toEqual([
      `Psalms 51:1${en.kinds.note}Words 1.Grace <b>#faith</b>`,
      `Psalms 51:2${en.kinds.highlight} · ${en.colours[2]}Words 2.`,
      `Psalms 51:3${en.kinds.bookmark}Words 3.`,
    ]);
    expect(screen.getByRole("link", { name: "Psalms 51:2" }).getAttribute("href")).toBe(
      "/bible?version=kjv&book=psalms&chapter=51&verse=2",
    );
    await user.selectOptions(screen.getByLabelText(en.label), "faith");
    expect(names()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText(en.colour), "2");
    expect(screen.getByRole("status").textContent).toBe(en.noneFound);
  });

  it("shows a label that is added here, and filters by it", async () => {
    const { user } = openPage();
    const named = `Psalms 51:2 (${en.kinds.highlight})`;
    const opener = await screen.findByRole("button", { name: en.labelsOf(named) });
    await user.click(opener);
    await user.type(screen.getByRole("combobox", { name: en.addLabel }), "Sunday{Enter}");
    expect(await screen.findByRole("button", { name: en.removeLabel("sunday") })).toBeDefined();
    await user.click(opener);
    await user.selectOptions(screen.getByLabelText(en.label), "sunday");
    expect(names()).toEqual([`Psalms 51:2${en.kinds.highlight} · ${en.colours[2]}Words 2.#sunday`]);
  });

  it("finds text in notes", async () => {
    const { user } = openPage();
    const count = await screen.findByText(en.count(3));
    await user.type(screen.getByRole("searchbox", { name: en.search }), "grace");
    expect(names()).toHaveLength(1);
    // A screen reader announces only a change of the same element.
    expect(count.textContent).toBe(en.count(1));
  });

  it("restores a deleted mark by Undo", async () => {
    const { user } = openPage();
    const name = `Psalms 51:2 (${en.kinds.highlight})`;
    await user.click(await screen.findByRole("button", { name: en.remove(name) }));
    await screen.findByText(en.removed);
    expect(names()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: en.undo }));
    expect(await screen.findByText(en.count(3))).toBeDefined();
    expect(screen.queryByText(en.removed)).toBeNull();
  });

  it("exports them as a file", async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      if (file instanceof Blob) made.push(file);
      return "blob:x";
    });
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: en.exportMarkdown }));
    await user.click(screen.getByRole("button", { name: en.exportJson }));
    expect(await made[0]?.text()).toContain("**Psalms 51:1** (KJV) Note");
    expect(made[1]?.type).toBe("application/json");
  });
});
