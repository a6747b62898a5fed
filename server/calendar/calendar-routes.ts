import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { precompress, sendPrecompressed } from "#server/kit/http/precompressed-body.ts";
import { LANGUAGES, type Language, localisedPath } from "#shared/languages.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { servicesCalendar } from "./services-calendar.domain.ts";

export type CalendarDeps = {
  ministry: Pick<Ministry, "name" | "services">;
  siteUrl: string;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

const PATH = "/calendar.ics";
const HEADERS = {
  "Content-Type": "text/calendar; charset=utf-8",
  "Content-Disposition": 'inline; filename="live-services.ics"',
  // Clients must see a cancelled service at once; an unchanged file is a 304.
  "Cache-Control": CACHE.checked,
  // Web calendars on other sites read it in the browser.
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * `GET /calendar.ics`: the services as an iCalendar file, to import or to subscribe to. French at `/fr/calendar.ics` or
 * with `?lang=fr`; an unknown language falls back to that of the path.
 */
export function createCalendarRoutes({ ministry, siteUrl, now }: CalendarDeps): Hono {
  const app = new Hono();

  function send(context: Context, pathLanguage: Language): Promise<Response> {
    const requested = context.req.query("lang");
    const language = LANGUAGES.find((known) => known === requested) ?? pathLanguage;
    const text = servicesCalendar({ ministry, siteUrl, language, nowMs: now() });
    return sendPrecompressed(context, precompress(text, "passing"), HEADERS);
  }

  for (const language of LANGUAGES) {
    app.get(localisedPath(PATH, language), (context) => send(context, language));
  }
  return app;
}
