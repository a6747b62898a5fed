import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { referencesMessages } from "#shared/messages/reading/references.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { CrossReferences } from "./cross-references.tsx";

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
