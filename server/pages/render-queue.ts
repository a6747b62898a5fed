import { html, raw } from "hono/html";
import { type HtmlString, htmlPage } from "@reign-tv/kit/html-page.ts";
import { type Language, LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import { busyMessages } from "#shared/messages/busy.ts";
import { previewMessages } from "#shared/messages/studio/preview.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";

/** A page that cannot be rendered now. */
export class PageUnavailableError extends Error {
  readonly status: 429 | 503;
  readonly retryAfterS: number;

  constructor(status: 429 | 503, retryAfterS: number) {
    super(status === 429 ? "too many pages from this address" : "too many pages are being made");
    this.name = "PageUnavailableError";
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/**
 * The error page: without script and rendering, because it is sent under load. Uses the classes of the app's error
 * screen.
 *
 * @param styleSheet of the pages, allowed by their content policy.
 */
export function unavailablePage(
  { status, retryAfterS }: PageUnavailableError,
  language: Language,
  styleSheet: string,
): HtmlString {
  const texts = busyMessages[language];
  const title = status === 429 ? texts.tooManyTitle : texts.busyTitle;
  const text = status === 429 ? texts.tooManyText(retryAfterS) : texts.busyText;
  return textPage({ title, text, link: { href: "", text: texts.tryAgain } }, language, styleSheet);
}

/** Page of an expired preview link. */
export function previewOverPage(language: Language, styleSheet: string): HtmlString {
  const { overTitle, overText, home } = previewMessages[language];
  const link = { href: localisedPath("/", language), text: home };
  return textPage({ title: overTitle, text: overText, link }, language, styleSheet);
}

type TextPageContent = { title: string; text: string; link: { href: string; text: string } };

/** A page with text and one link. */
function textPage(
  { title, text, link }: TextPageContent,
  language: Language,
  styleSheet: string,
): HtmlString {
  return htmlPage({
    language,
    direction: LANGUAGE_FACTS[language].direction,
    title,
    isEdgeToEdge: true,
    head: html`
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ${raw(`<style>${styleSheet}</style>`)}
    `,
    body: html`
      <main class="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
        <h1 class="mt-4 text-3xl font-extrabold tracking-tight">${title}</h1>
        <p class="mt-2 max-w-prose text-ink-soft">${text}</p>
        <p class="mt-2"><a href="${link.href}" class="font-semibold text-brand">${link.text}</a></p>
      </main>
    `,
  });
}

/** Renders that one IP address may cause in a minute; cached pages do not count. */
export const MISSES = { points: 240, seconds: MINUTE_S };

/** A page takes about 15 ms: the last in the queue is ready within two seconds. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;
const RETRY_AFTER_S = 2;

/** Limits the rendering of pages that are not cached. */
type RenderQueue<Client> = {
  /** @throws PageUnavailableError when the client exceeds its limit. */
  admit(client: Client): Promise<void>;
  /** @throws PageUnavailableError when the queue is full. */
  make<Page>(render: () => Promise<Page>): Promise<Page>;
};

/**
 * Protects requests for cached pages from rendering load: few renders at a time, yielding in between, and a bounded
 * queue.
 *
 * @param misses counts a page of a client that is not cached, and returns the seconds to wait.
 */
export function createRenderQueue<Client>(
  misses: (client: Client) => Promise<number>,
): RenderQueue<Client> {
  const queue = createWorkQueue({
    running: MAX_RUNNING,
    waiting: MAX_WAITING,
    errorWhenFull: () => new PageUnavailableError(503, RETRY_AFTER_S),
  });
  return {
    async admit(client) {
      const retryAfterS = await misses(client);
      if (retryAfterS > 0) throw new PageUnavailableError(429, retryAfterS);
    },
    make(render) {
      return queue.run(async () => {
        await nextTurn();
        return render();
      });
    },
  };
}
