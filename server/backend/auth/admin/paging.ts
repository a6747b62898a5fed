import type { Context } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { StoreDeps } from "#server/backend/auth/store/store-deps.ts";

const PER_PAGE_DEFAULT = 50;
const PER_PAGE_MAX = 1_000;
const PAGE_MAX = 1_000_000;

/** Pages count from 1. */
export type Page = { readonly page: number; readonly perPage: number };

/** @throws AuthError 400 validation_failed. */
export function readPage(c: Context<BackendEnv>): Page {
  return {
    page: readPositive(c.req.query("page"), 1, PAGE_MAX),
    perPage: readPositive(c.req.query("per_page"), PER_PAGE_DEFAULT, PER_PAGE_MAX),
  };
}

/** Sets X-Total-Count and the Link header with the next and last pages. */
export function setPageHeaders(
  c: Context<BackendEnv>,
  { settings }: Pick<StoreDeps, "settings">,
  list: Page & { readonly path: string; readonly total: number },
): void {
  const { page, perPage, path, total } = list;
  const lastPage = Math.ceil(total / perPage);
  // `page` comes first: the client reads one digit after the first "=".
  const link = (target: number, rel: string): string =>
    `<${settings.siteUrl}/auth/v1${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const last = link(lastPage, "last");
  c.header("X-Total-Count", String(total));
  c.header("Link", page < lastPage ? `${link(page + 1, "next")}, ${last}` : last);
}

function readPositive(text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === "") return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw validationFailed(`Bad Pagination Parameters: ${JSON.stringify(text)}`);
  return Math.min(value, max);
}
