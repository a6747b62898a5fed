import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { referencesMessages } from "#shared/messages/reading/references.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { readyVersion, READY_SEGOND } from "#web/base/reading/bible-versions.fixture.ts";
import { CrossReferences, CompareVerse } from "./compare-verse.tsx";

const { en, fr } = referencesMessages;
const REFERENCES = "GET /api/bible/v1/references";
const PSALMS = bookByAlias("psalms") ?? FIRST_PLACE.book;

/** A server with this many passages that returns as many as requested. */
function knowing(total: number): FakeServer {
  const server = createFakeServer();
  server.answer(REFERENCES, ({ search }) =>
    json({
      translation_id: search.get("translation"),
      total,
      references: Array.from(
        { length: Math.min(total, Number(search.get("limit"))) },
        (_, index) => ({
          book: "ezekiel",
          chapter: 36,
          verse: index + 1,
          last: index === 0 ? 2 : index + 1,
          votes: 10,
          text: "A new heart also will I give you",
        }),
      ),
      source: "OpenBible.info",
      source_url: "https://www.openbible.info/labs/cross-references/",
      licence: "CC BY 4.0",
    }),
  );
  return server;
}

function open(server: FakeServer, language: "en" | "fr" = "en", version: "kjv" | "niv" = "kjv") {
  const place = { book: PSALMS, chapter: 51 };
  return renderView(<CrossReferences version={readyVersion(version)} place={place} verse={10} />, {
    server,
    language,
  });
}

it("shows the first eight with their text, all on demand, and their source", async () => {
  const { user } = open(knowing(12));
  const first = await screen.findByRole("link", { name: "Ezekiel 36:1-2" });
  expect(first.getAttribute("href")).toBe("/bible?version=kjv&book=ezekiel&chapter=36&verse=1");
  expect(screen.getAllByRole("listitem")).toHaveLength(8);
  expect(screen.getByRole("link", { name: /OpenBible\.info/ })).toBeDefined();
  expect(screen.getByText(/CC BY 4\.0/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: en.more }));
  await screen.findByRole("link", { name: "Ezekiel 36:12" });
  expect(screen.queryByRole("button", { name: en.more })).toBeNull();
});

it("names books in the language of the page", async () => {
  open(knowing(1), "fr");
  expect(await screen.findByRole("link", { name: "Ézéchiel 36:1-2" })).toBeDefined();
  expect(screen.getByRole("region", { name: fr.title })).toBeDefined();
});

it("does not request the text of a licensed version", async () => {
  const server = knowing(1);
  open(server, "en", "niv");
  const first = await screen.findByRole("link", { name: "Ezekiel 36:1-2" });
  expect(first.getAttribute("href")).toContain("version=kjv");
});

it("shows nothing for a verse without references", async () => {
  const server = knowing(0);
  const { container } = open(server);
  await expect.poll(() => server.requests.length).toBe(1);
  expect(container.textContent).toBe("");
});

it("shows a failure, which can be retried", async () => {
  const server = createFakeServer();
  server.answer(REFERENCES, () => json({ error: "unavailable" }, 503));
  const { user } = open(server);
  const again = await screen.findByRole("button", { name: en.retry });
  server.answer(REFERENCES, () => json({ total: "many" }));
  await user.click(again);
  expect(await screen.findByRole("button", { name: en.retry })).toBeDefined();
});

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
