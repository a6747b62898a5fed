/** True when long variants run too: `npm run test:full`. */
export const IS_FULL = process.env["FULL"] === "1";
