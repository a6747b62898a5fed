import { ownListFacts } from "#shared/videos/custom-playlist.ts";

/** What may be published of an own list, by the id of its category. */
export const listBody = ownListFacts.partial();
