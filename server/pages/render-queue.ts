import { html, raw } from "hono/html";
import { type HtmlString, htmlPage } from "#server/kit/html-page.ts";
import { type Language, LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import { busyMessages } from "#shared/messages/busy.ts";
import { previewMessages } from "#shared/messages/studio/preview.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { IpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import { createWorkQueue } from "#server/kit/work-queue.ts";

/** Why a page is not made for a visitor now. */
export class PageRefusal extends Error {
  readonly status: 429 | 503;
  readonly retryAfterS: number;

  constructor(status: 429 | 503, retryAfterS: number) {
    super(status === 429 ? "too many pages from this address" : "too many pages are being made");
    this.name = "PageRefusal";
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/**
 * The small page that says so: without script and without any work, because it is sent when there is
 * too much of that. Its classes are those of the app's error screen.
 *
 * @param styleSheet of the pages, allowed by their content policy.
 */
export function refusalPage(
  { status, retryAfterS }: PageRefusal,
  language: Language,
  styleSheet: string,
): HtmlString {
  const texts = busyMessages[language];
  const title = status === 429 ? texts.tooManyTitle : texts.busyTitle;
  const text = status === 429 ? texts.tooManyText(retryAfterS) : texts.busyText;
  return wordsPage({ title, text, way: { href: "", text: texts.tryAgain } }, language, styleSheet);
}

/** What a preview's link leads to once it is over. */
export function previewOverPage(language: Language, styleSheet: string): HtmlString {
  const { overTitle, overText, home } = previewMessages[language];
  const way = { href: localisedPath("/", language), text: home };
  return wordsPage({ title: overTitle, text: overText, way }, language, styleSheet);
}

type Words = { title: string; text: string; way: { href: string; text: string } };

/** A page of words alone, and one way on. */
function wordsPage(
  { title, text, way }: Words,
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
        <p class="mt-2"><a href="${way.href}" class="font-semibold text-brand">${way.text}</a></p>
      </main>
    `,
  });
}

/** Pages that one address may have made for it in a minute; those in the cache cost it nothing. */
export const MISSES_PER_MINUTE = 240;

/** A page takes about 15 ms: the last of those who wait has its page within two seconds. */
const RENDERING_AT_ONCE = 2;
const WAITING_AT_MOST = 100;
const COME_BACK_S = 2;

/** Makes the pages that nobody has in memory. */
export type RenderQueue = {
  /** @throws PageRefusal when too many were made for the address. */
  admit(clientAddress: string): Promise<void>;
  /** @throws PageRefusal when too many wait already. */
  make<Page>(render: () => Promise<Page>): Promise<Page>;
};

/**
 * Bounds what the making of pages may take from readers of finished ones: few at a time, with a turn
 * for everybody else in between, and a queue that ends.
 */
export function createRenderQueue(misses: IpRateLimit): RenderQueue {
  const queue = createWorkQueue({
    running: RENDERING_AT_ONCE,
    waiting: WAITING_AT_MOST,
    refusal: () => new PageRefusal(503, COME_BACK_S),
  });
  return {
    async admit(clientAddress) {
      const retryAfterS = await misses(clientAddress);
      if (retryAfterS > 0) throw new PageRefusal(429, retryAfterS);
    },
    make(render) {
      return queue.run(async () => {
        await nextTurn();
        return render();
      });
    },
  };
}
