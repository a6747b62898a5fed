import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { CompareVerse } from "./compare-verse.tsx";

const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const PSALM_51 = `GET /api/bible/${encodeURIComponent("Psalms 51")}`;

function compare(versions: readonly object[], answer: () => Response) {
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () => json({ versions }));
  server.answer("GET /api/bible/v1/references", () => json({}, 404));
  server.answer(PSALM_51, answer);
  return renderView(
    <CompareVerse version={readyVersion("kjv")} place={{ book: psalms, chapter: 51 }} verse={1} />,
    { server },
  );
}

it("shows a verse at its location in the other text, with a link and its copyright line", async () => {
  const verses = [1, 2, 3, 4].map((verse) => ({ verse, text: `Verset ${verse}.` }));
  compare([readyVersion("kjv"), READY_SEGOND], () => json({ verses }));
  expect(await screen.findByText("Verset 3.")).toBeDefined();
  expect(screen.queryByText("Verset 1.")).toBeNull();
  expect(screen.getByText(READY_SEGOND.copyright)).toBeDefined();
  expect(screen.getByRole("link", { name: "Psalms 51:3 (LSG)" }).getAttribute("href")).toBe(
    "/bible?version=lsg&book=psalms&chapter=51&verse=3",
  );
});

it("does not request a text without a key", async () => {
  const locked = { ...readyVersion("niv"), state: "needs-key" };
  const { server } = compare([readyVersion("kjv"), locked], unreachable);
  await waitFor(() => expect(server.to("GET /api/bible/v1/references")).not.toEqual([]));
  expect(server.to(PSALM_51)).toEqual([]);
});
