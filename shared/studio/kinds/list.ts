import { ownListFacts } from "#shared/videos/custom-playlist.ts";

/** Body of a custom playlist, by the id of its category. */
export const listBody = ownListFacts.partial();
