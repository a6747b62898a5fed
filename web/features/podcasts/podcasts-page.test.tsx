import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Podcasts } from "#shared/contracts/podcasts.ts";
import { podcastMessages } from "#shared/messages/podcasts.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { PodcastsPage } from "./podcasts-page.tsx";

const LIST = "GET /api/podcasts";
const { en, fr } = podcastMessages;
/** A server whose list of podcasts is what `answer` returns. */
function serverOf(answer: () => Response) {
  const server = createFakeServer();
  server.answer(LIST, answer);
  return server;
}

const PODCASTS: Podcasts = {
  feeds: [
    { show: "sermons", language: "en", episodes: 12 },
    { show: "sermons", language: "fr", episodes: 1 },
  ],
};

it("lists the podcasts of the page's language first, with the apps and the address of each feed", async () => {
  const { user, server, site } = renderView(<PodcastsPage />, {
    language: "fr",
    server: serverOf(() => json(PODCASTS)),
  });
  const [first] = await screen.findAllByRole("listitem");
  expect(server.to(LIST)).toHaveLength(1);
  if (!first) throw new Error("No podcast");
  const card = within(first);
  card.getByText(fr.episodes(1));
  const bare = `${new URL(site.siteUrl).host}/podcast/sermons.fr.xml`;
  expect(card.getByRole("link", { name: "Apple Podcasts" }).getAttribute("href")).toBe(
    `podcast://${bare}`,
  );
  await user.click(card.getByRole("button", { name: fr.copy }));
  await card.findByText(fr.copied, { collapseWhitespace: false });
  expect(await navigator.clipboard.readText()).toBe(`${site.siteUrl}/podcast/sermons.fr.xml`);
  screen.getByText(`English · ${fr.episodes(12)}`);
});

it("shows the address when the browser refuses to copy", async () => {
  const { user } = renderView(<PodcastsPage />, {
    server: serverOf(() => json(PODCASTS)),
  });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no"));
  const [copy] = await screen.findAllByRole("button", { name: en.copy });
  if (copy) await user.click(copy);
  expect(await screen.findByText(en.copyFailed)).toBeTruthy();
});

it("says when there is no episode, and asks again after a failure", async () => {
  let answer: () => Response = unreachable;
  const { user } = renderView(<PodcastsPage />, {
    server: serverOf(() => answer()),
  });
  const again = await screen.findByRole("button", { name: en.retry });
  answer = () => json({ feeds: [] });
  await user.click(again);
  expect(await screen.findByText(en.empty)).toBeTruthy();
});
