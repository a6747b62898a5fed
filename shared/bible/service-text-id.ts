/** Ids of texts at the free service: they stand in its addresses and in names of folders. */
export const SERVICE_TEXT_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/;
