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
  /** Path and search without the language prefix. */
  at?: string;
  server?: FakeServer;
  site?: Partial<Site>;
};

type ShownView = {
  user: UserEvent;
  server: FakeServer;
  site: Site;
  container: HTMLElement;
  /** Path and search of the router. */
  address: () => string;
  /** Navigates within the app. */
  visit: (address: string) => Promise<void>;
  back: () => Promise<void>;
  unmount: () => void;
};

/**
 * Renders a view with the app's providers: site, texts, query cache, router and a server behind `fetch`. A request
 * without a prepared response fails the test.
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

/** Puts a server behind `fetch`. A request without a prepared response fails the test. */
export function serve(server: FakeServer): void {
  vi.stubGlobal("fetch", server.fetch);
  onTestFinished(() => {
    if (server.surprises.length === 0) return;
    throw new Error(`Requests without an answer: ${server.surprises.join(", ")}`);
  });
}
