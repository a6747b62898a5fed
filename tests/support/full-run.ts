import { IS_FULL } from "@reign-tv/backend/testing/full-run.ts";

export { IS_FULL };

/** Tags of journeys that run on both kinds of device in a full run, and on the named one in every run. */
export const BOTH_OR_DESKTOP = IS_FULL ? ["@both"] : [];
export const BOTH_OR_PHONE = IS_FULL ? ["@both"] : ["@phone"];
