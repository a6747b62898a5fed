import { siteMinistry } from "#server/settings/site-state.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import type { PageState } from "#shared/contracts/rendered-page.ts";
import type { Site } from "#web/lib/site.ts";
import { testMinistry } from "./ministry-fixture.ts";

/** Returns the test site's data in every language. */
export function testSiteFacts(): SiteFacts {
  return {
    revision: "test",
    siteUrl: "http://127.0.0.1:3000",
    backendUrl: "",
    publishableKey: "sb_publishable_test",
    hasWorker: false,
    hasReminders: false,
    embedOrigin: "",
    ministry: siteMinistry(testMinistry()),
    channelPosters: { english: "/img/clip/one", french: "/img/clip/two" },
  };
}

/** Returns the state of a page without any responses. */
export function testPageState(): PageState {
  return { site: siteStateIn(testSiteFacts(), "en"), answers: [], router: null, routeId: null };
}

/** Returns the English test site. Its server must not be called. */
export function testSite(changes: Partial<Site> = {}): Site {
  return {
    ...siteStateIn(testSiteFacts(), "en"),
    serverUrl: "",
    inlineImage: () => null,
    messages: en,
    api: {
      invoke: () => Promise.reject(new Error("not asked for")),
      read: () => Promise.reject(new Error("not asked for")),
      getJson: () => Promise.reject(new Error("not asked for")),
      isThere: () => Promise.reject(new Error("not asked for")),
    },
    ...changes,
  };
}
