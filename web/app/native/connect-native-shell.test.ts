import { expect, it } from "vitest";
import { backAction } from "./connect-native-shell.ts";

const HOME = { isDialogOpen: false, isMenuOpen: false, path: "/", search: "", canGoBack: true };

it.each([
  ["an open dialog closes first", { ...HOME, isDialogOpen: true }, "close-dialog"],
  ["an open menu closes next", { ...HOME, isMenuOpen: true }, "close-menu"],
  ["Home is the way out, whatever came before", HOME, "exit"],
  ["a video open on Home closes", { ...HOME, search: "?v=abc" }, "back"],
  ["goes back on a page with an earlier entry", { ...HOME, path: "/bible" }, "back"],
  [
    "a page that a link has opened leads Home",
    { ...HOME, path: "/bible", canGoBack: false },
    "home",
  ],
] as const)("%s", (_name, screen, action) => {
  expect(backAction(screen)).toBe(action);
});
