import { Hono } from "hono";
import type { Ministry } from "#shared/site/ministry.ts";
import { FILE_FACTS_PATH, type FileDefaults } from "#shared/studio/file-defaults.ts";
import type { RequirePermission } from "./require-permission.ts";

/**
 * `GET /api/studio/file` (`FileDefaults`): what `ministry.json` says, whatever was published over it, for helpers who
 * may change some of it.
 */
export function createFileFacts({ file, door }: { file: Ministry; door: RequirePermission }): Hono {
  const { channels: _, ...facts } = file;
  const answer: FileDefaults = facts;
  return new Hono().get(
    FILE_FACTS_PATH,
    door("schedule", "settings", "videos", "announce"),
    (context) => context.json(answer),
  );
}
