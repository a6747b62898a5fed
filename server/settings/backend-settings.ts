import type { Config } from "./config.ts";
import { resolve } from "node:path";
import type { BackendSettings, OpenDatabaseOptions, SignInSettings } from "@reign-tv/backend";
import { PRODUCT_SETTINGS } from "./product-settings.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { partsOf } from "./setting-values.ts";

/** Folder of the product's migrations. */
export const MIGRATIONS_DIR = resolve(import.meta.dirname, "../../supabase/migrations");

/** Sign-in methods that the environment enables. */
function signInSettings(config: Config): SignInSettings {
  const twilio = twilioSettings(config);
  return {
    anonymousUsers: config.AUTH_ANONYMOUS,
    phone: {
      isOn: config.AUTH_PHONE,
      mustConfirm: config.AUTH_CONFIRM_PHONE ?? twilio !== null,
      messagesPerDay: config.SMS_DAILY_MESSAGES,
      twilio,
    },
    web3: config.AUTH_WEB3,
    manualLinking: config.AUTH_MANUAL_LINKING,
    passkeys: config.AUTH_PASSKEYS,
    providers: config.AUTH_PROVIDERS,
  };
}

function twilioSettings(config: Config): SignInSettings["phone"]["twilio"] {
  const { SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM, SMS_API_BASE } = config;
  if (!SMS_ACCOUNT_SID || !SMS_AUTH_TOKEN || !SMS_FROM) return null;
  return {
    base: SMS_API_BASE,
    accountSid: SMS_ACCOUNT_SID,
    authToken: SMS_AUTH_TOKEN,
    from: SMS_FROM,
  };
}

/** Settings of the backend, from the environment and the ministry's names when they are read. */
export function backendSettings(config: Config, ministry: () => Ministry): BackendSettings {
  return {
    ...PRODUCT_SETTINGS,
    ...signInSettings(config),
    siteUrl: config.siteUrl,
    dataDir: resolve(config.DATA_DIR),
    corsOrigins: partsOf(config.CORS_ORIGINS),
    redirectUrls: partsOf(config.AUTH_REDIRECT_URLS),
    confirmEmail: config.AUTH_CONFIRM_EMAIL,
    disableSignup: config.AUTH_DISABLE_SIGNUP,
    passwordMinLength: config.AUTH_PASSWORD_MIN_LENGTH,
    get passwordContextWords() {
      return [...new Set(ministry().name.toLowerCase().split(/\s+/))];
    },
    smtpUrl: config.SMTP_URL ?? null,
    get mailFrom() {
      return config.MAIL_FROM ?? `${ministry().name} <${ministry().email}>`;
    },
    s3: s3Settings(config),
    rest: {
      schemas: config.PGRST_DB_SCHEMAS,
      aggregates: config.PGRST_DB_AGGREGATES_ENABLED,
      plans: config.PGRST_DB_PLAN_ENABLED,
    },
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
    trustedProxies: config.TRUSTED_PROXY,
  };
}

/** Settings of openDatabase. */
export function databaseSettings(config: Config): Omit<OpenDatabaseOptions, "log" | "metrics"> {
  return {
    dataDir: resolve(config.DATA_DIR),
    databaseUrl: config.databaseUrl,
    poolerUrl: config.poolerUrl,
    uid: config.POSTGRES_UID ?? null,
    archivesLog: config.BACKUP_TIME !== null,
    migrationsDir: MIGRATIONS_DIR,
  };
}

/**
 * Settings of an S3-compatible bucket.
 *
 * @param prefix of its variables.
 * @returns null unless all of them are set.
 */
export function s3Settings(
  config: Config,
  prefix: "S3_" | "BACKUP_S3_" = "S3_",
): BackendSettings["s3"] {
  const endpoint = config[`${prefix}ENDPOINT` as const];
  const bucket = config[`${prefix}BUCKET` as const];
  const accessKeyId = config[`${prefix}ACCESS_KEY_ID` as const];
  const secretAccessKey = config[`${prefix}SECRET_ACCESS_KEY` as const];
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  const region = config[`${prefix}REGION` as const];
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
