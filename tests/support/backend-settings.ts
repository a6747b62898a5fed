import { REST_DEFAULTS, type BackendSettings, SIGN_IN_DEFAULTS } from "#server/backend/settings.ts";
import { PRODUCT_SETTINGS } from "#server/settings/product-settings.ts";

/** Returns settings without mail server and remote storage, with limits that no test reaches. */
export function backendSettings(
  own: Pick<BackendSettings, "siteUrl" | "dataDir"> & Partial<BackendSettings>,
): BackendSettings {
  return {
    ...PRODUCT_SETTINGS,
    ...SIGN_IN_DEFAULTS,
    rest: REST_DEFAULTS,
    corsOrigins: [],
    redirectUrls: [],
    confirmEmail: false,
    disableSignup: false,
    passwordMinLength: 6,
    passwordContextWords: [],
    smtpUrl: null,
    mailFrom: "test@example.test",
    s3: null,
    rateLimitFactor: 10_000,
    trustedProxies: [],
    ...own,
  };
}
