import { act, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ConsentChoices } from "./consent-choices.tsx";
import { StoredTable } from "./stored-table.tsx";

const { en, fr } = privacyMessages;

describe("the players that were let in", () => {
  test.each([
    ["nobody was asked", null, fr.consents.none],
    ["all were withdrawn", "[]", fr.consents.none],
    ["the store holds something else", '{"player.example":true}', fr.consents.none],
    ["the store is not JSON", "player.example", fr.consents.none],
    ["one was let in", '["player.example"]', fr.consents.given(["player.example"])],
    [
      "two were let in",
      '["player.example","video.example"]',
      "Vous avez autorisé\u00a0: player.example, video.example. Leurs lecteurs en direct démarrent sans redemander.",
    ],
  ])("where %s, the page says so in French", (_case, stored, words) => {
    if (stored !== null) localStorage.setItem("playerConsents", stored);
    renderView(<ConsentChoices />, { language: "fr" });
    expect(screen.getByRole("status").textContent).toBe(words);
    const isOffered = words !== fr.consents.none;
    expect(screen.queryByRole("button", { name: fr.consents.withdraw }) !== null).toBe(isOffered);
  });

  test("one that is let in by another tab appears", () => {
    renderView(<ConsentChoices />);
    act(() => {
      localStorage.setItem("playerConsents", '["player.example"]');
      window.dispatchEvent(new StorageEvent("storage", { key: "playerConsents" }));
    });
    expect(screen.getByRole("status").textContent).toBe(en.consents.given(["player.example"]));
  });

  test("are withdrawn by the keyboard, all at once", async () => {
    localStorage.setItem("playerConsents", '["player.example","video.example"]');
    const { user } = renderView(<ConsentChoices />);
    screen.getByRole("button", { name: en.consents.withdraw }).focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("status").textContent).toBe(en.consents.none);
    expect(localStorage.getItem("playerConsents")).toBe("[]");
  });
});

describe.each([
  ["en", en],
  ["fr", fr],
] as const)("the table of what is kept, in %s", (language, texts) => {
  test("has headed columns and names each thing in the head of its row", () => {
    renderView(<StoredTable />, { language });
    const heads = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(heads).toEqual([texts.stored.nameColumn, texts.stored.purposeColumn]);
    const names = screen.getAllByRole("rowheader").map((cell) => cell.textContent);
    expect(names).toEqual(Object.keys(en.stored.rows));
  });

  test("says of each what it is for", () => {
    renderView(<StoredTable />, { language });
    for (const [name, purpose] of Object.entries(texts.stored.rows)) {
      const row = screen.getByRole("rowheader", { name }).closest("tr");
      if (!row) throw new Error(`No row of ${name}`);
      expect(within(row).getByRole("cell").textContent).toBe(purpose);
    }
  });
});
