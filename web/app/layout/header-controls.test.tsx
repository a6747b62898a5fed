import { expect, it } from "vitest";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { AccountControl, LanguageSwitch, ThemeToggle } from "./header-controls.tsx";
import { act, screen } from "@testing-library/react";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { everyPage as fr } from "#shared/messages/fr/every-page.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";

it.each([
  [{ full_name: "Ruth Moyo" }, "R", "Ruth Moyo"],
  [
    { full_name: "\u{1F3F3}\u{FE0F}\u200D\u{1F308} Ruth" },
    "\u{1F3F3}\u{FE0F}\u200D\u{1F308}",
    /Ruth$/,
  ],
  [{}, "R", MEMBER.email],
])("the header shows who is signed in: %j by %s", async (user_metadata, initial, name) => {
  const server = createFakeServer();
  await signInMember(server, { ...MEMBER, user_metadata });
  const { container } = renderView(<AccountControl />, { server });
  await expect
    .poll(() => container.querySelector("[title]")?.getAttribute("data-initial"))
    .toBe(initial);
  expect(container.querySelector("[title]")?.getAttribute("title")).toMatch(name ?? "");
});

it("keeps the fragment in the other language: it may be the token of an invitation", () => {
  renderView(<LanguageSwitch />, { at: "/studio/join#token" });
  expect(screen.getByRole("link").getAttribute("href")).toBe("/fr/studio/join#token");
});

function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

it("names its action in the page's language", async () => {
  const { user } = renderView(<ThemeToggle />, { language: "fr" });
  await user.click(screen.getByRole("button", { name: fr.shell.switchToDark }));
  expect(isDark()).toBe(true);
  expect(screen.getByRole("button", { name: fr.shell.switchToLight })).toBeDefined();
});

it("starts with the page's theme", () => {
  document.documentElement.classList.add("dark");
  renderView(<ThemeToggle />);
  expect(screen.getByRole("button", { name: en.shell.switchToLight })).toBeDefined();
});

it("toggles by the keyboard, there and back", async () => {
  const { user } = renderView(<ThemeToggle />);
  screen.getByRole("button").focus();
  await user.keyboard("{Enter}");
  expect(localStorage.getItem("theme")).toBe("dark");
  await user.keyboard(" ");
  expect(localStorage.getItem("theme")).toBe("light");
  expect(isDark()).toBe(false);
});

it.each([
  ["dark", true],
  ["light", false],
  ["purple", false],
])("follows another tab that chose %j: dark %s", async (selected, expected) => {
  renderView(<ThemeToggle />);
  act(() => {
    localStorage.setItem("theme", selected);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  });
  expect(isDark()).toBe(expected);
  const name = expected ? en.shell.switchToLight : en.shell.switchToDark;
  expect(await screen.findByRole("button", { name })).toBeDefined();
});

it("shows the chosen theme even where the browser blocks storage", async () => {
  refuseStorage();
  const { user } = renderView(<ThemeToggle />);
  await user.click(screen.getByRole("button", { name: en.shell.switchToDark }));
  expect(isDark()).toBe(true);
});
