import type { Language } from "#shared/languages.ts";
import { channels as en } from "#shared/messages/en/studio/channels.ts";
import { channels as fr } from "#shared/messages/fr/studio/channels.ts";

/** Texts of the studio's channels. */
export const channelsMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type ChannelsMessages = typeof en;
