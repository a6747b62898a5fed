/** Whether long variants run as well: `npm run test:full`. */
export const IS_FULL = process.env["FULL"] === "1";

/** Tags of journeys that both kinds of device take in a full run, and the named one in every run. */
export const BOTH_OR_DESKTOP = IS_FULL ? ["@both"] : [];
export const BOTH_OR_PHONE = IS_FULL ? ["@both"] : ["@phone"];
