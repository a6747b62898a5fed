/** True when long variants run too: `npm run test:full`. */
export const IS_FULL = process.env["FULL"] === "1";

/** Tags of journeys that run on both kinds of device in a full run, and on the named one in every run. */
export const BOTH_OR_DESKTOP = IS_FULL ? ["@both"] : [];
export const BOTH_OR_PHONE = IS_FULL ? ["@both"] : ["@phone"];
