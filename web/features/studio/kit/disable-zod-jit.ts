import { config } from "zod";

/**
 * Zod tests `new Function` when the first schema is created; the content policy would report that.
 * Import this module before any schema.
 */
config({ jitless: true });
