import { configureGlobal } from "fast-check";

/**
 * Properties are checked with the same cases in every run. With RANDOM_SEEDS=1 each draws others, and one that fails
 * prints its seed.
 */
const SEED = 945_131_436;

if (process.env["RANDOM_SEEDS"] !== "1") configureGlobal({ seed: SEED });
