import { resolve } from "node:path";
import * as v from "valibot";
import { EMAIL_ADDRESS } from "#shared/formats.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { environmentGroupProblems, unknownVariables, plainProblem } from "./config-errors.ts";
import {
  finiteNumber,
  wholeNumber,
  positiveInteger,
  port,
  portOrOff,
  filled,
  hostAlone,
  httpUrl,
  baseAddress,
  originOnly,
  publicUrl,
  embedParents,
  flag,
  fingerprints,
  schemaNames,
  origins,
  addresses,
  hosts,
  sender,
  networks,
  localPath,
  textNames,
  providers,
  timeOrOff,
  postgresUrl,
  smtpUrl,
} from "./setting-values.ts";

/**
 * The environment, parsed once at start; nothing else reads `process.env`. Every variable is optional: an
 * empty environment starts the whole product on this machine.
 */

/**
 * Every setting with its check and default. docs/configuration.md is made from it and from the meanings in
 * scripts/documents/setting-meanings.ts.
 */
export const settingsSchema = v.object({
  PORT: v.optional(port, "3000"),
  HOST: v.optional(hostAlone, "127.0.0.1"),
  DATA_DIR: v.optional(localPath, "data"),
  PUBLIC_URL: v.optional(publicUrl),
  MINISTRY_FILE: v.optional(localPath, "ministry.json"),
  SETTINGS_FILE: v.optional(localPath),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  METRICS_THROUGH_PROXY: v.optional(flag, "false"),
  LOG_LEVEL: v.optional(v.picklist(["debug", "info", "warn", "error", "silent"]), "info"),
  LOG_SLOW_MS: v.optional(positiveInteger, "1000"),
  ACCESS_LOG: v.optional(flag, "false"),
  TRUSTED_PROXY: v.optional(networks, ""),
  SERVICE_WORKER: v.optional(flag, "true"),
  WATCHING_FLOOR: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1_000_000)), "25"),
  PUSH_SERVICE_HOSTS: v.optional(hosts, ""),
  PUSH_TEST_LOOPBACK: v.optional(flag, "false"),

  /** Null: no encoder, whatever staff choose. */
  RTMP_PORT: v.optional(portOrOff),
  RECORDINGS_DIR: v.optional(localPath),
  RECORDINGS_GB: v.optional(positiveInteger, "20"),
  FFMPEG: v.optional(filled, "ffmpeg"),
  /** Own videos on the disk of the recordings share their space. */
  OWN_VIDEOS_DIR: v.optional(localPath),
  OWN_VIDEOS_GB: v.optional(positiveInteger, "20"),

  YOUTUBE_API_KEY: v.optional(filled),
  YOUTUBE_DAILY_UNITS: v.optional(positiveInteger, "5000"),
  /** Only tests and private mirrors change this and every other base URL. */
  YOUTUBE_API_BASE: v.optional(httpUrl, "https://www.googleapis.com/youtube/v3"),
  YOUTUBE_FEED_BASE: v.optional(httpUrl, "https://www.youtube.com/feeds"),
  YOUTUBE_IMAGE_BASE: v.optional(httpUrl, "https://i.ytimg.com"),
  YOUTUBE_EMBED_BASE: v.optional(httpUrl, "https://www.youtube-nocookie.com"),

  TTS_API_KEY: v.optional(filled),
  TTS_VOICE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, "must be of letters and digits")),
  ),
  TTS_DAILY_CHARACTERS: v.optional(positiveInteger, "40000"),
  TTS_API_BASE: v.optional(httpUrl, "https://api.elevenlabs.io"),

  BIBLE_TEXTS: v.optional(textNames, "fra_lsg"),
  BIBLE_TEXTS_BASE: v.optional(baseAddress, "https://bible.helloao.org"),
  ESV_API_KEY: v.optional(filled),
  ESV_API_BASE: v.optional(baseAddress, "https://api.esv.org"),
  NLT_API_KEY: v.optional(filled),
  NLT_API_BASE: v.optional(baseAddress, "https://api.nlt.to"),
  API_BIBLE_KEY: v.optional(filled),
  API_BIBLE_BASE: v.optional(baseAddress, "https://rest.api.bible"),
  API_BIBLE_REPORT_BASE: v.optional(baseAddress, "https://fums.api.bible"),
  /** The free plan has 5,000 a month. */
  API_BIBLE_DAILY_CALLS: v.optional(positiveInteger, "160"),
  YOUVERSION_APP_KEY: v.optional(filled),
  YOUVERSION_API_BASE: v.optional(baseAddress, "https://api.youversion.com"),
  BIBLE_NKJV_PROVIDER: v.optional(v.picklist(["apibible", "youversion"])),
  BIBLE_NIV_PROVIDER: v.optional(v.picklist(["apibible", "youversion"])),
  BIBLE_CROSS_REFERENCES: v.optional(filled),

  EMBED_ORIGIN: v.optional(originOnly),
  EMBED_PARENTS: v.optional(embedParents, ""),

  DATABASE_URL: v.optional(postgresUrl),
  DATABASE_DIRECT_URL: v.optional(postgresUrl),
  SUPABASE_URL: v.optional(originOnly),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.minLength(20))),
  SUPABASE_SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(20))),
  CORS_ORIGINS: v.optional(origins, ""),
  AUTH_REDIRECT_URLS: v.optional(addresses, ""),
  PGRST_DB_SCHEMAS: v.optional(schemaNames, "public"),
  /** Each aggregate makes the database read many rows. */
  PGRST_DB_AGGREGATES_ENABLED: v.optional(flag, "false"),
  /** Exposes query plans to every client: not for the public. */
  PGRST_DB_PLAN_ENABLED: v.optional(flag, "false"),
  AUTH_CONFIRM_EMAIL: v.optional(flag, "false"),
  AUTH_DISABLE_SIGNUP: v.optional(flag, "false"),
  AUTH_PASSWORD_MIN_LENGTH: v.optional(v.pipe(wholeNumber, v.minValue(6), v.maxValue(72)), "6"),
  AUTH_JWT_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, "must have at least 32 characters")),
  ),
  AUTH_JWT_ALGORITHM: v.optional(v.picklist(["ES256", "HS256"]), "ES256"),
  AUTH_ANONYMOUS: v.optional(flag, "true"),
  AUTH_PHONE: v.optional(flag, "true"),
  AUTH_WEB3: v.optional(flag, "true"),
  AUTH_MANUAL_LINKING: v.optional(flag, "true"),
  AUTH_PASSKEYS: v.optional(flag, "true"),
  AUTH_PROVIDERS: v.optional(providers, "{}"),
  AUTH_CONFIRM_PHONE: v.optional(flag),
  SMS_ACCOUNT_SID: v.optional(filled),
  SMS_AUTH_TOKEN: v.optional(filled),
  SMS_FROM: v.optional(filled),
  SMS_API_BASE: v.optional(baseAddress, "https://api.twilio.com"),
  SMS_DAILY_MESSAGES: v.optional(positiveInteger, "200"),
  SMTP_URL: v.optional(smtpUrl),
  MAIL_FROM: v.optional(sender),
  S3_ENDPOINT: v.optional(httpUrl),
  S3_REGION: v.optional(v.string(), "auto"),
  S3_BUCKET: v.optional(v.string()),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  BACKUP_DIR: v.optional(localPath),
  /** Null: no backups and no WAL archive. */
  BACKUP_TIME: v.optional(timeOrOff, "03:00"),
  BACKUP_PASSPHRASE: v.optional(v.pipe(v.string(), v.minLength(12))),
  BACKUP_OWN_VIDEOS: v.optional(flag, "false"),
  BACKUP_MAIL_TO: v.optional(
    v.pipe(v.string(), v.regex(EMAIL_ADDRESS, "must be an email address")),
  ),
  BACKUP_S3_ENDPOINT: v.optional(httpUrl),
  BACKUP_S3_REGION: v.optional(v.string(), "auto"),
  BACKUP_S3_BUCKET: v.optional(v.string()),
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  BACKUP_S3_PREFIX: v.optional(
    v.pipe(v.string(), v.regex(/^[\w./-]*$/, "may hold letters, digits and ._-/")),
    "",
  ),
  ANDROID_SHA256: v.optional(fingerprints),
  APPLE_TEAM_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z0-9]{10}$/, "must be a team id of 10 capital letters and digits"),
    ),
  ),
  RATE_LIMIT_FACTOR: v.optional(v.pipe(finiteNumber, v.gtValue(0), v.maxValue(100_000)), "1"),
  POSTGRES_UID: v.optional(positiveInteger),
});

/** Name of a setting, as the environment has it. */
export type SettingName = keyof typeof settingsSchema.entries;

/** Characters that PostgreSQL's list of folders or the shell of initdb would interpret. */
const UNSAFE_IN_DATA_DIR = process.platform === "win32" ? /[$",`\r\n]/ : /[$",`\\\r\n]/;

/** Reports why DATA_DIR cannot hold the embedded PostgreSQL; null when it can. */
function dataDirProblem(dataDir: string): string | null {
  const folder = resolve(dataDir);
  const [sign] = UNSAFE_IN_DATA_DIR.exec(folder) ?? [];
  if (sign === undefined) return null;
  const shown = sign.trim() === "" ? "line breaks" : sign;
  return `its path (${folder}) must be without ${shown}, which PostgreSQL cannot have in it`;
}

type Given = Readonly<Record<string, string>>;

const KEY_OF_PROVIDER: Given = { apibible: "API_BIBLE_KEY", youversion: "YOUVERSION_APP_KEY" };

/** Reports problems of variables that only make sense together. */
function combinationProblems(given: Given): string[] {
  const problems: string[] = [];
  const {
    DATA_DIR = v.getDefault(settingsSchema.entries.DATA_DIR),
    SUPABASE_URL,
    SUPABASE_PUBLISHABLE_KEY,
  } = given;
  const problem = given["DATABASE_URL"] === undefined ? dataDirProblem(DATA_DIR) : null;
  if (problem !== null) problems.push(`DATA_DIR: ${problem}`);
  for (const name of ["BIBLE_NKJV_PROVIDER", "BIBLE_NIV_PROVIDER"]) {
    const key = KEY_OF_PROVIDER[given[name] ?? ""];
    if (key !== undefined && given[key] === undefined) problems.push(`${name}: needs ${key}`);
  }
  if (given["AUTH_JWT_ALGORITHM"] === "HS256" && given["AUTH_JWT_SECRET"] === undefined) {
    problems.push("AUTH_JWT_ALGORITHM: needs AUTH_JWT_SECRET");
  }
  if (SUPABASE_URL !== undefined && SUPABASE_PUBLISHABLE_KEY === undefined) {
    problems.push(
      "SUPABASE_PUBLISHABLE_KEY: is needed with SUPABASE_URL: the project shows it under Settings, API Keys",
    );
  }
  if (SUPABASE_URL === undefined && given["SUPABASE_SECRET_KEY"] !== undefined) {
    problems.push("SUPABASE_SECRET_KEY: needs SUPABASE_URL");
  }
  if (SUPABASE_URL === undefined && SUPABASE_PUBLISHABLE_KEY !== undefined) {
    problems.push(
      "SUPABASE_URL: is needed with SUPABASE_PUBLISHABLE_KEY: the address of its project. Our own backend makes its key itself",
    );
  }
  return problems;
}

export type Config = Readonly<v.InferOutput<typeof settingsSchema>> & {
  /** Origin of the product, never with a trailing slash. */
  readonly siteUrl: string;
  /** Database without a pooler; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Pooler for requests; null: there is none. */
  readonly poolerUrl: string | null;
};

/**
 * Parses the environment.
 *
 * @throws StartError with every problem in one message, one per line. Ignores other programs' variables; an
 * unknown one that looks like this server's is a misspelt setting.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given: Given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const result = v.safeParse(settingsSchema, given, {
    abortPipeEarly: true,
    message: plainProblem,
  });
  const problems = [
    ...(result.issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    ...combinationProblems(given),
    ...invisibleCharacters(given),
    ...environmentGroupProblems(given),
    ...unknownVariables(Object.keys(given), Object.keys(settingsSchema.entries)),
  ];
  if (!result.success || problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`);
    throw new StartError(`The environment has ${lines.length} problem(s):\n${lines.join("\n")}`);
  }
  const config = result.output;
  const { DATABASE_URL: address, DATABASE_DIRECT_URL: direct } = config;
  return {
    ...config,
    siteUrl: config.PUBLIC_URL ?? `http://${inAddress(config.HOST)}:${config.PORT}`,
    databaseUrl: direct ?? address ?? null,
    poolerUrl: direct === undefined ? null : (address ?? null),
  };
}

/** Line breaks and tabs are part of keys and lists; the rest comes from other systems or copied text. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\u00a0]/u;

/** Reports variables whose values hold invisible characters, with the position of the first. */
function invisibleCharacters(given: Given): string[] {
  return Object.keys(settingsSchema.entries).flatMap((name) => {
    const found = INVISIBLE.exec(given[name] ?? "");
    if (!found) return [];
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return [`${name}: holds the invisible character U+${code} at position ${found.index + 1}`];
  });
}

/** Host as it stands in a URL: IPv6 in brackets. */
function inAddress(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
