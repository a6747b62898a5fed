import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { siteMinistry } from "#server/site-state.ts";
import { en } from "#shared/messages/en.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { type Site, SiteProvider } from "#web/lib/site.ts";
import { DevotionalRow } from "./devotional-row.tsx";

const SITE: Site = {
  language: "en",
  serverUrl: "",
  siteUrl: "http://127.0.0.1:3000",
  backendUrl: "",
  publishableKey: "sb_publishable_test",
  hasWorker: false,
  embedOrigin: "",
  ministry: siteMinistry(testMinistry()),
  channelPosters: { english: "/img/clip/one", french: "/img/clip/two" },
  messages: en,
  api: {
    invoke: () => Promise.reject(new Error("not asked for")),
    getJson: () => Promise.reject(new Error("not asked for")),
  },
};

test("devotional mode invites to today's devotional and leads to the given link", () => {
  const html = renderToStaticMarkup(
    <SiteProvider value={SITE}>
      <MemoryRouter>
        <DevotionalRow link="/devotional" />
      </MemoryRouter>
    </SiteProvider>,
  );
  expect(html).toContain("Today&#x27;s Devotional");
  expect(html).toContain("Start your day with spiritual guidance");
  expect(html).toMatch(/<a [^>]*href="\/devotional"[^>]*>Read Today&#x27;s Devotional<\/a>/);
});
