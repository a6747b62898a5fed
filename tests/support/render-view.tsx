import { act, render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import type { Language } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { createApi } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { testSite } from "./site-fixture.ts";
import { frameView } from "./view-frame.tsx";

type ViewOptions = {
  language?: Language;
  /** Path and search without the language's prefix. */
  at?: string;
  server?: FakeServer;
  site?: Partial<Site>;
};

/** A view that stands in a document. */
type ShownView = {
  user: UserEvent;
  server: FakeServer;
  site: Site;
  container: HTMLElement;
  /** Path and search as the router has them. */
  address: () => string;
  /** Goes to another address of this app. */
  visit: (address: string) => Promise<void>;
  /** Goes back in the history. */
  back: () => Promise<void>;
  unmount: () => void;
};

/**
 * Shows a view with all that stands around it in the app: the site and its texts, the query cache, the
 * router and a server behind `fetch`. Requests that the test has not prepared make it fail.
 */
export function renderView(view: ReactNode, options: ViewOptions = {}): ShownView {
  const { language = "en", at = "/", server = createFakeServer() } = options;
  const site = testSite({ language, messages: CATALOGUE[language], ...options.site });
  const whole: Site = { ...site, api: createApi(site) };
  const { element, queryClient, router } = frameView(view, whole, at);
  serve(server);
  const { container, unmount } = render(element);
  onTestFinished(() => {
    queryClient.clear();
    router.dispose();
  });
  return {
    user: userEvent.setup({ delay: null }),
    server,
    site: whole,
    container,
    unmount,
    address() {
      const { pathname, search } = router.state.location;
      return `${pathname}${search}`;
    },
    visit: (address) => act(() => router.navigate(address)),
    back: () => act(() => router.navigate(-1)),
  };
}

/** Puts a server behind `fetch`; a request that it was not prepared for fails the test. */
export function serve(server: FakeServer): void {
  vi.stubGlobal("fetch", server.fetch);
  onTestFinished(() => {
    if (server.surprises.length === 0) return;
    throw new Error(`Requests without an answer: ${server.surprises.join(", ")}`);
  });
}
