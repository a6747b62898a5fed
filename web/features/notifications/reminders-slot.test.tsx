import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { testSite } from "#tests/support/site-fixture.ts";
import { SiteProvider } from "#web/lib/site.ts";
import { RemindersSlot } from "./reminders-slot.tsx";

it.each([
  { hasWorker: true, hasReminders: true, isOffered: true },
  { hasWorker: false, hasReminders: true, isOffered: false },
  { hasWorker: true, hasReminders: false, isOffered: false },
])("reminders are offered only where both worker and server can: %j", ({ isOffered, ...site }) => {
  const html = renderToStaticMarkup(
    <SiteProvider value={testSite(site)}>
      <RemindersSlot />
    </SiteProvider>,
  );
  expect(html !== "").toBe(isOffered);
});
