import type { Language } from "#shared/languages.ts";
import { videoDetails as en } from "./en/video-details.ts";
import { videoDetails as fr } from "./fr/video-details.ts";

/** Texts below the player of a video. */
export const videoDetailsMessages: Readonly<Record<Language, typeof en>> = { en, fr };
