import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { LABELS_LIMIT } from "#shared/contracts/synced-items.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { openItems } from "#web/base/sync/open-items.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { LabelField } from "./label-field.tsx";

const { en, fr } = marksMessages;
const ID = "note:PSA.51.1";
const NOTE = { kind: "note" as const, book: "PSA", chapter: 51, from: 1, to: 1, version: "kjv" };

/** Field of a stored mark. */
function OfKept() {
  const { items } = useItems("bible-mark");
  const mark = items.find(({ id }) => id === ID);
  return mark && <LabelField id={ID} data={mark.data} />;
}
async function labels() {
  const { items } = await openItems();
  return [...items().values()].find(({ id }) => id === ID)?.data?.["labels"];
}

beforeEach(async () => {
  const { items } = await openItems();
  for (const { id } of items().values()) await removeItem("bible-mark", id);
});

it("adds labels by comma, Enter or blur, each once, in lower case", async () => {
  await putItem("bible-mark", ID, { ...NOTE, note: "#faith", labels: ["faith"] });
  const { user } = renderView(<OfKept />);
  const field = await screen.findByRole("combobox", { name: en.addLabel });
  await user.type(field, "Mercy,#hope{Enter}faith, mercy,");
  await user.type(field, "Psalms of David");
  await user.tab();
  await expect.poll(labels).toEqual(["faith", "mercy", "hope", "psalms of david"]);
});

it("removes a label by its button, but not one in the text of the note", async () => {
  await putItem("bible-mark", ID, { ...NOTE, note: "#faith", labels: ["faith", "mercy"] });
  const { user } = renderView(<OfKept />, { language: "fr" });
  await user.click(await screen.findByRole("button", { name: fr.removeLabel("mercy") }));
  await expect.poll(labels).toEqual(["faith"]);
  expect(screen.queryByRole("button", { name: fr.removeLabel("faith") })).toBeNull();
});

it("suggests labels of other marks", async () => {
  await putItem("bible-mark", ID, { ...NOTE, note: "Words" });
  await putItem("bible-mark", "note:PSA.51.2", { ...NOTE, from: 2, to: 2, labels: ["hope"] });
  const { container } = renderView(<OfKept />);
  await screen.findByRole("combobox");
  expect([...container.querySelectorAll("option")].map(({ value }) => value)).toEqual(["hope"]);
});

it("takes no more labels than a mark holds, and says so", async () => {
  const full = Array.from({ length: LABELS_LIMIT - 1 }, (_, index) => `label ${index + 10}`);
  await putItem("bible-mark", ID, { ...NOTE, labels: full });
  const { user } = renderView(<OfKept />);
  await user.type(await screen.findByRole("combobox"), "last, too many{Enter}");
  await expect.poll(labels).toEqual([...full, "last"]);
  expect(await screen.findByText(en.labelsFull)).toBeDefined();
  expect(screen.getByRole("combobox")).toHaveProperty("disabled", true);
});
