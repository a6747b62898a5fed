/** Whether long variants run as well: `npm run test:full`. */
export const IS_FULL = process.env["FULL"] === "1";
