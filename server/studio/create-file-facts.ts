import { Hono } from "hono";
import type { Ministry } from "#shared/site/ministry.ts";
import { FILE_FACTS_PATH, type FileFacts } from "#shared/studio/file-facts.ts";
import type { StaffDoor } from "./staff-door.ts";

/**
 * `GET /api/studio/file` (`FileFacts`): what `ministry.json` says, whatever was published over it, for helpers who
 * may change some of it.
 */
export function createFileFacts({ file, door }: { file: Ministry; door: StaffDoor }): Hono {
  const { channels: _, ...facts } = file;
  const answer: FileFacts = facts;
  return new Hono().get(
    FILE_FACTS_PATH,
    door("schedule", "settings", "videos", "announce"),
    (context) => context.json(answer),
  );
}
