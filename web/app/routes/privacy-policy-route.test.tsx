import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ConsentChoices, StoredTable } from "#web/app/routes/privacy-policy-route.tsx";

const { en, fr } = privacyMessages;

describe("the external players with consent", () => {
  it.each([
    ["no consent is stored", null, fr.consents.none],
    ["all were withdrawn", "[]", fr.consents.none],
    ["the store holds something else", '{"player.example":true}', fr.consents.none],
    ["the store is not JSON", "player.example", fr.consents.none],
    ["one was let in", '["player.example"]', fr.consents.given(["player.example"])],
    [
      "two were let in",
      '["player.example","video.example"]',
      "Vous avez autorisé\u00a0: player.example, video.example. Leurs lecteurs en direct démarrent sans redemander.",
    ],
  ])("when %s, the page says so in French", (_case, stored, words) => {
    if (stored !== null) localStorage.setItem("playerConsents", stored);
    renderView(<ConsentChoices />, { language: "fr" });
    expect(screen.getByRole("status").textContent).toBe(words);
    const isOffered = words !== fr.consents.none;
    expect(screen.queryByRole("button", { name: fr.consents.withdraw }) !== null).toBe(isOffered);
  });

  it("include one that another tab adds", () => {
    renderView(<ConsentChoices />);
    act(() => {
      localStorage.setItem("playerConsents", '["player.example"]');
      window.dispatchEvent(new StorageEvent("storage", { key: "playerConsents" }));
    });
    expect(screen.getByRole("status").textContent).toBe(en.consents.given(["player.example"]));
  });

  it("are withdrawn by the keyboard, all at once", async () => {
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
] as const)("the table of stored values, in %s", (language, texts) => {
  it("has column headers and names each entry in its row header", () => {
    renderView(<StoredTable />, { language });
    const heads = screen.getAllByRole("columnheader").map((cell) => cell.textContent);
    expect(heads).toEqual([texts.stored.nameColumn, texts.stored.purposeColumn]);
    const names = screen.getAllByRole("rowheader").map((cell) => cell.textContent);
    expect(names).toEqual(Object.keys(en.stored.rows));
  });

  it("gives the purpose of each entry", () => {
    renderView(<StoredTable />, { language });
    for (const [name, purpose] of Object.entries(texts.stored.rows)) {
      const row = screen.getByRole("rowheader", { name }).closest("tr");
      if (!row) throw new Error(`No row of ${name}`);
      expect(within(row).getByRole("cell").textContent).toBe(purpose);
    }
  });
});
