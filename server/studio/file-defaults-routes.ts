import { Hono } from "hono";
import type { Ministry } from "#shared/site/ministry.ts";
import { FILE_FACTS_PATH, type FileDefaults } from "#shared/studio/file-defaults.ts";
import type { RequirePermission } from "./require-permission.ts";

/**
 * `GET /api/studio/file` (`FileDefaults`): content of `ministry.json` without published documents, for staff who may
 * change some of it.
 */
export function createFileDefaultsRoutes({
  file,
  requirePermission,
}: {
  file: Ministry;
  requirePermission: RequirePermission;
}): Hono {
  const { channels: _, ...defaults } = file;
  const body: FileDefaults = defaults;
  return new Hono().get(
    FILE_FACTS_PATH,
    requirePermission("schedule", "settings", "videos", "announce"),
    (context) => context.json(body),
  );
}
