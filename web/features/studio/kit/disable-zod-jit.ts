import { config } from "zod";

/**
 * Zod tries whether it may write code of its own when the first schema is made; our content policy forbids that
 * and reports the try. Imported before whatever makes a schema.
 */
config({ jitless: true });
