import type { Handler } from "hono";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { requireServiceRole } from "#server/backend/auth/endpoints/authenticate.ts";
import { readPage, setPageHeaders } from "./paging.ts";

/** GET /admin/audit?page&per_page: what happened to accounts, newest first. */
export function listAuditEntries(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const { page, perPage } = readPage(c);
    const rows = await parts.sql`
      select id, payload, created_at, ip_address from auth.audit_log_entries
      order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`;
    const [counted] = await parts.sql<{ total: number }[]>`
      select count(*)::int as total from auth.audit_log_entries`;
    const total = counted?.total ?? 0;
    setPageHeaders(c, parts, { page, perPage, path: "/admin/audit", total });
    return c.json(rows);
  };
}
