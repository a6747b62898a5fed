import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** Business constants (S9.1 to S9.26 unless noted otherwise). */

export const VIDEOS_PER_HOME_ROW = 5;
export const VIDEOS_PER_ROW_DEFAULT = 6;
export const VIDEOS_PER_CATEGORY_PAGE = 24;
export const PAGE_NUMBER_WINDOW = 5;

export const VIDEO_CACHE_FRESH_MS = 30_000;
export const VIDEO_CACHE_KEPT_MS = MINUTE_MS;
export const VIDEO_RETRY_COUNT = 1;
export const VIDEO_RETRY_DELAY_MS = 1_000;

/** Name of the video platform in the stored consents. */
export const VIDEO_PLATFORM_HOST = "www.youtube.com";

export const PIP_TOOLTIP_MS = 1_600;
/** Quality hint of the video modal (`vq` in the embed URL). */
export const VIDEO_QUALITY_HINT = "hd1080";

/** A card shows a message when its embed page has no image after this time. */
export const EMBED_READY_TIMEOUT_MS = 12_000;

/** Days for which "Later" and close hide the install card. */
export const INSTALL_REMIND_AFTER_DAYS = 7;
/** The install card appears after this time without scrolling. */
export const INSTALL_CARD_WAITS_MS = 20_000;
export const WELCOME_NOTIFICATION_AFTER_MS = 3_000;
