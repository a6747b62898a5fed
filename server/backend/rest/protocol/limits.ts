/**
 * What one request may ask for; the gateway limits the size of address and body. The first group
 * is; the second keeps a statement below limits of PostgreSQL that it would answer with a 5xx (1,664 result columns, 100 arguments
 * of a function, the depth of its parser's stack).
 */
export const MAX_ROWS = 1_000;
export const MAX_IN_VALUES = 200;

/** As many as one select may have, so deep they may stand. */
export const MAX_EMBEDS = 20;
export const MAX_SELECTED_ITEMS = 500;
export const MAX_ORDER_TERMS = 20;
export const MAX_LOGIC_DEPTH = 10;
export const MAX_JSON_PATH_STEPS = 20;
