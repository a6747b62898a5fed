import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { testSite } from "#tests/support/site-fixture.ts";
import { SiteProvider } from "#web/lib/site.ts";
import { DevotionalRow } from "./devotional-row.tsx";

test("devotional mode invites to today's devotional and leads to the given link (S2.58, S2.59)", () => {
  const html = renderToStaticMarkup(
    <SiteProvider value={testSite()}>
      <MemoryRouter>
        <DevotionalRow link="/devotional" />
      </MemoryRouter>
    </SiteProvider>,
  );
  expect(html).toContain("Today&#x27;s Devotional");
  expect(html).toContain("Start your day with spiritual guidance");
  expect(html).toMatch(/<a [^>]*href="\/devotional"[^>]*>Read Today&#x27;s Devotional<\/a>/);
});
