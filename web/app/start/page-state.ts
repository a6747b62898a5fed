/** Id of the data block in the page that carries the state from server to browser. */
export const PAGE_STATE_ID = "page-state";
