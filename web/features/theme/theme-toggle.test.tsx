import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { everyPage as fr } from "#shared/messages/fr/every-page.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

test("names what it will do, in the page's language", async () => {
  const { user } = renderView(<ThemeToggle />, { language: "fr" });
  await user.click(screen.getByRole("button", { name: fr.shell.switchToDark }));
  expect(isDark()).toBe(true);
  expect(screen.getByRole("button", { name: fr.shell.switchToLight })).toBeDefined();
});

test("goes by the theme that the page began with", () => {
  document.documentElement.classList.add("dark");
  renderView(<ThemeToggle />);
  expect(screen.getByRole("button", { name: en.shell.switchToLight })).toBeDefined();
});

test("is turned by the keyboard, there and back", async () => {
  const { user } = renderView(<ThemeToggle />);
  screen.getByRole("button").focus();
  await user.keyboard("{Enter}");
  expect(localStorage.getItem("theme")).toBe("dark");
  await user.keyboard(" ");
  expect(localStorage.getItem("theme")).toBe("light");
  expect(isDark()).toBe(false);
});

test.each([
  ["dark", true],
  ["light", false],
  ["purple", false],
])("follows another tab that chose %j: dark %s", async (chosen, expected) => {
  renderView(<ThemeToggle />);
  act(() => {
    localStorage.setItem("theme", chosen);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  });
  expect(isDark()).toBe(expected);
  const name = expected ? en.shell.switchToLight : en.shell.switchToDark;
  expect(await screen.findByRole("button", { name })).toBeDefined();
});

test("shows the chosen theme also where the browser keeps nothing", async () => {
  refuseStorage();
  const { user } = renderView(<ThemeToggle />);
  await user.click(screen.getByRole("button", { name: en.shell.switchToDark }));
  expect(isDark()).toBe(true);
});
