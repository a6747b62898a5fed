/** Ids of the free text service; they become URL paths and folder names. */
export const SERVICE_TEXT_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/;
