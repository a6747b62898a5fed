import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { BiblePage } from "#web/features/bible/bible-page.tsx";

const { en } = bibleMessages;
const FREE = { copyright: "Public domain.", caps: { tts: "any", copyVerses: 500 } };
const PSALM_51 = `GET /api/bible/${encodeURIComponent("Psalms 51")}`;
/** Prefetched. */
const PSALM_52 = `GET /api/bible/${encodeURIComponent("Psalms 52")}`;
const ALONE = "/bible?version=kjv&book=psalms&chapter=51";

/** Psalm 51 in two texts; the second fails while `fails` returns true. */
function library({ fails }: { fails: () => boolean }): FakeServer {
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () =>
    json({ versions: [readyVersion("kjv"), READY_SEGOND] }),
  );
  server.answer(PSALM_51, ({ search }) => {
    if (search.get("translation") === "kjv") {
      return json({
        ...FREE,
        verses: [{ verse: 1, title: "A Psalm of David.", text: "Have mercy upon me, O God." }],
      });
    }
    if (fails()) return json({ error: "away" }, 500);
    const texts = ["Au chef des chantres.", "Lorsque Nathan vint.", "Aie pitié de moi."];
    return json({ ...FREE, verses: texts.map((text, index) => ({ verse: index + 1, text })) });
  });
  server.answer(PSALM_52, () => json({ ...FREE, verses: [] }));
  return server;
}

beforeEach(() => localStorage.clear());

it("opens the second text by a button, each verse at its words, and closes it again", async () => {
  const { user, container } = renderView(<BiblePage />, {
    at: ALONE,
    server: library({ fails: () => false }),
  });
  await user.click(await screen.findByRole("button", { name: en.sideBySide }));
  const mercy = await screen.findByText("Aie pitié de moi.");
  expect(mercy.closest("ol[lang=fr]")?.parentElement?.textContent).toContain("Have mercy upon me");
  expect(screen.getByText("Lorsque Nathan vint.").closest("ol")?.parentElement?.textContent).toBe(
    "A Psalm of David.1Au chef des chantres.2Lorsque Nathan vint.",
  );
  expect(container.textContent).not.toContain(READY_SEGOND.copyright);
  await user.click(screen.getByRole("button", { name: en.closeSecondVersion }));
  expect(screen.queryByText("Aie pitié de moi.")).toBeNull();
});

it("swaps the texts and stays at the verse", async () => {
  const { user } = renderView(<BiblePage />, {
    at: `${ALONE}&with=lsg`,
    server: library({ fails: () => false }),
  });
  await user.click(await screen.findByRole("button", { name: en.swapVersions }));
  const list = screen.getByRole("combobox", { name: en.version });
  await expect.poll(() => list instanceof HTMLSelectElement && list.value).toBe("lsg");
  expect(screen.getByRole("combobox", { name: en.sideBySide })).toMatchObject({ value: "kjv" });
});

it("reports a second text that fails, and keeps the first", async () => {
  let isAway = true;
  const { user } = renderView(<BiblePage />, {
    at: `${ALONE}&with=lsg`,
    server: library({ fails: () => isAway }),
  });
  await screen.findByText("Have mercy upon me, O God.");
  const again = await screen.findByRole("button", { name: en.tryAgain }, { timeout: 15_000 });
  isAway = false;
  await user.click(again);
  expect(await screen.findByText("Aie pitié de moi.")).toBeDefined();
}, 20_000);
