import type { Language } from "#shared/languages.ts";
import { videoDetails as en } from "#shared/messages/en/videos/video-details.ts";
import { videoDetails as fr } from "#shared/messages/fr/videos/video-details.ts";

/** Texts below the player of a video. */
export const videoDetailsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
