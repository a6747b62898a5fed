import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { NOTE_LENGTH } from "#shared/contracts/synced-items.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { MarkActions } from "./mark-actions.tsx";
import { marksOn, rangeOf } from "./marks.domain.ts";

const { en, fr } = marksMessages;
const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const LSG = { id: "lsg", numbering: "segond" } as const;
const place = { book: psalms, chapter: 51 };
const VERSES = { version: LSG, place, from: 3, to: 3 };

/** The actions of a verse, with its marks. */
function OnVerse({ from, to }: { from: number; to: number }) {
  const { items } = useItems("bible-mark");
  const verses = { version: LSG, place, from, to };
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <MarkActions
      runs={[verses]}
      verses={numbers}
      marksOf={(verse) => marksOn(items, verses, verse)}
    />
  );
}
const swatch = (colour: 1 | 2 | 3 | 4 | 5) =>
  screen.getByRole("button", { name: en.colours[colour] });
async function stored() {
  const { items } = await openItems();
  return [...items().values()].map(({ id, data }) => ({ id, ...data }));
}

beforeEach(async () => {
  for (const { id } of await stored()) await removeItem("bible-mark", id);
});

describe("highlights", () => {
  it("stores a highlight for each of several verses, in pivot numbering", async () => {
    const { user } = renderView(<OnVerse from={3} to={4} />);
    await user.click(swatch(2));
    expect(await screen.findByRole("button", { name: en.colours[2], pressed: true })).toBeDefined();
    expect(await stored()).toMatchObject([
      { id: "highlight:PSA.51.1", chapter: 51, from: 1, to: 1, colour: 2, version: "lsg" },
      { id: "highlight:PSA.51.2", from: 2, to: 2 },
    ]);
  });

  it("replaces a colour by another, and removes it by the same one", async () => {
    const { user } = renderView(<OnVerse from={3} to={3} />);
    await user.click(swatch(2));
    await user.click(swatch(5));
    expect(await screen.findByRole("button", { name: en.colours[5], pressed: true })).toBeDefined();
    expect(await stored()).toMatchObject([{ colour: 5 }]);
    await user.click(swatch(5));
    expect(screen.queryByRole("button", { pressed: true })).toBeNull();
    expect(await stored()).toEqual([]);
  });
});

describe("notes", () => {
  it("are saved automatically with their labels, and removed with their text", async () => {
    const { user } = renderView(<OnVerse from={3} to={5} />);
    await user.click(screen.getByRole("button", { name: en.note }));
    await user.type(screen.getByRole("textbox", { name: en.note }), "Mercy #psalms");
    await user.tab();
    expect(await stored()).toMatchObject([
      { id: "note:PSA.51.1", from: 1, to: 3, note: "Mercy #psalms", labels: ["psalms"] },
    ]);
    await user.clear(screen.getByRole("textbox", { name: en.note }));
    await user.tab();
    expect(await stored()).toEqual([]);
  });

  it("are cleared when they are removed elsewhere, as by a sign-out in another tab", async () => {
    const { user } = renderView(<OnVerse from={3} to={3} />);
    await user.click(screen.getByRole("button", { name: en.note }));
    const field = screen.getByRole("textbox", { name: en.note });
    await user.type(field, "Mine alone");
    await user.tab();
    await expect.poll(stored).toMatchObject([{ note: "Mine alone" }]);
    await act(() => removeItem("bible-mark", "note:PSA.51.1"));
    expect(field).toHaveProperty("value", "");
  });

  it("on several verses stay on them when edited at one of them, and keep the focus in their field", async () => {
    const { user, unmount } = renderView(<OnVerse from={3} to={5} />);
    await user.click(screen.getByRole("button", { name: en.note }));
    const field = screen.getByRole("textbox", { name: en.note });
    await user.type(field, "Mercy");
    await expect.poll(stored).toMatchObject([{ from: 1, to: 3, note: "Mercy" }]);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: en.note }));
    unmount();
    renderView(<OnVerse from={4} to={4} />);
    await user.type(await screen.findByRole("textbox", { name: en.note }), " too");
    await user.tab();
    await expect.poll(stored).toMatchObject([{ from: 1, to: 3, note: "Mercy too" }]);
  });

  it("are saved when the page or the verse is left with focus in them", async () => {
    const { user, unmount } = renderView(<OnVerse from={3} to={3} />);
    await user.click(screen.getByRole("button", { name: en.note }));
    const field = screen.getByRole("textbox", { name: en.note });
    for (const left of [
      () => window.dispatchEvent(new Event("beforeunload")),
      () => document.dispatchEvent(new Event("visibilitychange")),
      unmount,
    ]) {
      await user.type(field, "a");
      const text = screen.getByDisplayValue<HTMLTextAreaElement>(/a$/).value;
      act(() => {
        left();
      });
      expect(await stored()).toMatchObject([{ note: text }]);
    }
  });

  it("show a change of another device, and keep the typed text next to it", async () => {
    const fromElsewhere = (note: string) =>
      putItem("bible-mark", "note:PSA.51.1", { ...rangeOf(VERSES), kind: "note", note });
    await fromElsewhere("First");
    const { user } = renderView(<OnVerse from={3} to={3} />);
    const field = await screen.findByRole("textbox", { name: en.note });
    await act(() => fromElsewhere("Second"));
    expect(field).toHaveProperty("value", "Second");
    await user.type(field, ", typed here");
    await act(() => fromElsewhere("Third"));
    await user.tab();
    const notes = async () => (await stored()).map((mark) => ("note" in mark ? mark.note : ""));
    await expect.poll(notes).toEqual(["Third", "Second, typed here"]);
    expect(screen.getAllByRole("textbox").map((each) => each.textContent)).toEqual([
      "Third",
      "Second, typed here",
    ]);
  });

  it("show the space left, and take no more than they hold", async () => {
    const { user } = renderView(<OnVerse from={3} to={3} />, { language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.note }));
    const field = screen.getByRole("textbox", { name: fr.note });
    await user.click(field);
    await user.paste("x".repeat(NOTE_LENGTH + 50));
    expect(screen.getByText(fr.spaceLeft(0))).toBeDefined();
    await user.tab();
    expect(await stored()).toMatchObject([{ note: "x".repeat(NOTE_LENGTH) }]);
  });
});
