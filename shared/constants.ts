import { MINUTE_MS } from "#shared/durations.ts";

/** Business constants (S9.1 to S9.26 unless a line says otherwise); units in the names. */

export const VIDEOS_PER_HOME_ROW = 5;
export const VIDEOS_PER_ROW_DEFAULT = 6;
export const VIDEOS_PER_CATEGORY_PAGE = 24;
export const PAGE_NUMBER_WINDOW = 5;

export const VIDEO_CACHE_FRESH_MS = 30_000;
export const VIDEO_CACHE_KEPT_MS = MINUTE_MS;
export const VIDEO_RETRY_COUNT = 1;
export const VIDEO_RETRY_DELAY_MS = 1_000;

/** The name under which visitors let the video platform in. */
export const VIDEO_PLATFORM_HOST = "www.youtube.com";

export const PIP_TOOLTIP_MS = 1_600;
/** Quality hint of the video modal (`vq` of the embed address). */
export const VIDEO_QUALITY_HINT = "hd1080";

/** How long an embed page may show no picture before its card says so. */
export const EMBED_READY_TIMEOUT_MS = 12_000;

/** How long "Later" and close keep the install card away. */
export const INSTALL_REMIND_AFTER_DAYS = 7;
/** How long the install card waits for a visitor who does not scroll. */
export const INSTALL_CARD_WAITS_MS = 20_000;
export const WELCOME_NOTIFICATION_AFTER_MS = 3_000;
