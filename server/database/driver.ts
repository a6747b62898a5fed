import { loadDriver } from "./driver-repair.ts";

/** The driver of PostgreSQL. Nothing else imports the package: whoever did would load it unmended. */
export const postgres = await loadDriver();
