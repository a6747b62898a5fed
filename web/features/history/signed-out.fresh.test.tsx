import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { announceStorageChange } from "#web/lib/storage/storage.ts";
import { openedSession } from "#web/lib/session/account-session.ts";
import { WatchHistoryPage } from "./watch-history-page.tsx";

const en = watchMessages.en;

it("the history of a visitor follows the sign-in of another tab, without the backend client", async () => {
  renderView(<WatchHistoryPage />, { server: createFakeServer(), at: "/watch-history" });
  expect(screen.getByText(en.signInPrompt)).toBeDefined();
  expect(openedSession()).toBeNull();
  localStorage.setItem("sb-localhost-auth-token", JSON.stringify(sessionOf(MEMBER)));
  act(announceStorageChange);
  expect(await screen.findByText(en.empty)).toBeDefined();
  expect(openedSession()).toBeNull();
});
