import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { FUNCTION_SETTINGS_PATH } from "#shared/contracts/function-settings.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { changingVariables } from "./function-variables.ts";

/**
 * `GET /api/function-settings` (`FunctionSettings`): the lists, the words of videos and the channels as they are now, for
 * the functions of a Supabase project. Public: all of it is published.
 */
export function createFunctionSettings({ ministry }: { ministry: Ministry }): Hono {
  return new Hono().get(FUNCTION_SETTINGS_PATH, (context) =>
    context.json(changingVariables(ministry), 200, { "cache-control": CACHE.none }),
  );
}
