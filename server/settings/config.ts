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

/** Every setting with its check and default; docs/configuration.md is made from it. */
export const settingsSchema = v.object({
  PORT: v.optional(port, "3000"),
  HOST: v.optional(hostAlone, "127.0.0.1"),
  /** All data of the server; created at first start. */
  DATA_DIR: v.optional(localPath, "data"),
  /** URL that visitors use, for links in mails and share tags. Unset: http://HOST:PORT. */
  PUBLIC_URL: v.optional(publicUrl),
  MINISTRY_FILE: v.optional(localPath, "ministry.json"),
  SETTINGS_FILE: v.optional(localPath),
  /** Bearer token for /metrics and the details of /readyz. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  /** Serves /metrics through a proxy, too. */
  METRICS_THROUGH_PROXY: v.optional(flag, "false"),
  LOG_LEVEL: v.optional(v.picklist(["debug", "info", "warn", "error", "silent"]), "info"),
  /** Slower responses have a line in the log, in milliseconds. */
  LOG_SLOW_MS: v.optional(positiveInteger, "1000"),
  /** Logs every request, without IP addresses. */
  ACCESS_LOG: v.optional(flag, "false"),
  /** IP addresses or networks of proxies whose X-Forwarded-For and -Proto are trusted. */
  TRUSTED_PROXY: v.optional(networks, ""),
  /** False removes the service worker from every device that has it (docs/operating.md). */
  SERVICE_WORKER: v.optional(flag, "true"),
  /** Pages show the viewer count from this number on; 0: viewers are not counted. */
  WATCHING_FLOOR: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1_000_000)), "25"),
  /** Hosts of push services besides those of the browsers, separated by commas. */
  PUSH_SERVICE_HOSTS: v.optional(hosts, ""),
  /** Tests only: push messages may also go to http://127.0.0.1. */
  PUSH_TEST_LOOPBACK: v.optional(flag, "false"),

  /** Port for encoders (RTMP), on all addresses of the machine, once staff open it; unset: 1935; null: never. */
  RTMP_PORT: v.optional(portOrOff),
  /** Folder of recorded broadcasts; unset: DATA_DIR/recordings. */
  RECORDINGS_DIR: v.optional(localPath),
  /** Most gigabytes that recordings take. */
  RECORDINGS_GB: v.optional(positiveInteger, "20"),
  /** Encodes the sound of broadcasts at 32 kbit/s, and own videos, where it exists; "off": never. */
  FFMPEG: v.optional(filled, "ffmpeg"),
  /** Folder of own videos; unset: DATA_DIR/own-videos. On the disk of the recordings they share their space. */
  OWN_VIDEOS_DIR: v.optional(localPath),
  /** Most gigabytes that own videos take. */
  OWN_VIDEOS_GB: v.optional(positiveInteger, "20"),

  YOUTUBE_API_KEY: v.optional(filled),
  /** Daily limit on units of the Data API. */
  YOUTUBE_DAILY_UNITS: v.optional(positiveInteger, "5000"),
  /** Base URL of the video platform; only tests and private mirrors change it. */
  YOUTUBE_API_BASE: v.optional(httpUrl, "https://www.googleapis.com/youtube/v3"),
  YOUTUBE_FEED_BASE: v.optional(httpUrl, "https://www.youtube.com/feeds"),
  YOUTUBE_IMAGE_BASE: v.optional(httpUrl, "https://i.ytimg.com"),
  YOUTUBE_EMBED_BASE: v.optional(httpUrl, "https://www.youtube-nocookie.com"),

  /** The ministry's key of the speech provider, which reads devotionals aloud. */
  TTS_API_KEY: v.optional(filled),
  /** Voice of the provider; unset: a calm male one of its standard voices. */
  TTS_VOICE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, "must be of letters and digits")),
  ),
  /** Daily limit on characters that are read aloud. */
  TTS_DAILY_CHARACTERS: v.optional(positiveInteger, "40000"),
  /** Base URL of the speech provider; only tests and private mirrors change it. */
  TTS_API_BASE: v.optional(httpUrl, "https://api.elevenlabs.io"),

  /** Free texts that the server downloads by itself: ids of the service, separated by commas; none: "none". */
  BIBLE_TEXTS: v.optional(textNames, "fra_lsg"),
  /** Service of the free texts; only tests and private mirrors change it. */
  BIBLE_TEXTS_BASE: v.optional(baseAddress, "https://bible.helloao.org"),
  /** The ministry's key of the ESV's publisher. */
  ESV_API_KEY: v.optional(filled),
  ESV_API_BASE: v.optional(baseAddress, "https://api.esv.org"),
  /** The ministry's key of the NLT's publisher. */
  NLT_API_KEY: v.optional(filled),
  NLT_API_BASE: v.optional(baseAddress, "https://api.nlt.to"),
  /** The ministry's key of API.Bible: NKJV, NIV, and NLT without NLT_API_KEY. */
  API_BIBLE_KEY: v.optional(filled),
  API_BIBLE_BASE: v.optional(baseAddress, "https://rest.api.bible"),
  /** API.Bible expects a report of each display here. */
  API_BIBLE_REPORT_BASE: v.optional(baseAddress, "https://fums.api.bible"),
  /** Daily limit on calls; the free plan has 5,000 a month. */
  API_BIBLE_DAILY_CALLS: v.optional(positiveInteger, "160"),
  /** The ministry's key of YouVersion Platform, for versions that no other provider serves. */
  YOUVERSION_APP_KEY: v.optional(filled),
  YOUVERSION_API_BASE: v.optional(baseAddress, "https://api.youversion.com"),
  /** Provider of a version when both keys are set; unset: API.Bible. */
  BIBLE_NKJV_PROVIDER: v.optional(v.picklist(["apibible", "youversion"])),
  BIBLE_NIV_PROVIDER: v.optional(v.picklist(["apibible", "youversion"])),
  /** File of cross-references in the tab-separated form of OpenBible.info (CC BY 4.0); unset: none. */
  BIBLE_CROSS_REFERENCES: v.optional(filled),

  /** Sibling origin for players that need their own storage or a Referer. */
  EMBED_ORIGIN: v.optional(originOnly),
  /** Origins of other websites that may embed the players, separated by commas. */
  EMBED_PARENTS: v.optional(embedParents, ""),

  DATABASE_URL: v.optional(postgresUrl),
  /** The same database without a pooler, when DATABASE_URL leads to one. */
  DATABASE_DIRECT_URL: v.optional(postgresUrl),
  SUPABASE_URL: v.optional(originOnly),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.minLength(20))),
  SUPABASE_SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(20))),
  /** Further origins that may call the API, separated by commas (the native app's are built in). */
  CORS_ORIGINS: v.optional(origins, ""),
  /** URLs besides PUBLIC_URL that mails may lead back to, separated by commas. */
  AUTH_REDIRECT_URLS: v.optional(addresses, ""),
  /** Schemas that /rest/v1 exposes, separated by commas; the first is the default. */
  PGRST_DB_SCHEMAS: v.optional(schemaNames, "public"),
  /** Allows `select=amount.sum()` and other aggregates; each makes the database read many rows. */
  PGRST_DB_AGGREGATES_ENABLED: v.optional(flag, "false"),
  /** Exposes query plans of PostgreSQL to every client: for development, not for the public. */
  PGRST_DB_PLAN_ENABLED: v.optional(flag, "false"),
  /** New accounts must confirm their email address before the first sign-in. */
  AUTH_CONFIRM_EMAIL: v.optional(flag, "false"),
  AUTH_DISABLE_SIGNUP: v.optional(flag, "false"),
  AUTH_PASSWORD_MIN_LENGTH: v.optional(v.pipe(wholeNumber, v.minValue(6), v.maxValue(72)), "6"),
  /** Secret of a migrated Supabase project: its keys and sessions (HS256) stay valid. */
  AUTH_JWT_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, "must have at least 32 characters")),
  ),
  /** Signs new sessions with this server's key pair, or with AUTH_JWT_SECRET. */
  AUTH_JWT_ALGORITHM: v.optional(v.picklist(["ES256", "HS256"]), "ES256"),
  /** Accounts without email, phone number and password, which a visitor may turn into full ones. */
  AUTH_ANONYMOUS: v.optional(flag, "true"),
  /** Accounts with a phone number. */
  AUTH_PHONE: v.optional(flag, "true"),
  /** Sign-in with wallets of Ethereum and Solana. */
  AUTH_WEB3: v.optional(flag, "true"),
  /** Signed-in users may add and remove sign-in methods. */
  AUTH_MANUAL_LINKING: v.optional(flag, "true"),
  /** Sign-in with passkeys, without a password. */
  AUTH_PASSKEYS: v.optional(flag, "true"),
  /** Sign-in providers as JSON, by name (docs/operating.md). */
  AUTH_PROVIDERS: v.optional(providers, "{}"),
  /** New phone numbers must be confirmed by a code; unset: when SMS messages can be sent. */
  AUTH_CONFIRM_PHONE: v.optional(flag),
  /** An account with Twilio, or with a service that speaks its protocol. */
  SMS_ACCOUNT_SID: v.optional(filled),
  SMS_AUTH_TOKEN: v.optional(filled),
  /** Sender of SMS messages: a number in E.164, a name, or the id of a messaging service. */
  SMS_FROM: v.optional(filled),
  SMS_API_BASE: v.optional(baseAddress, "https://api.twilio.com"),
  /** Daily limit on messages; each costs money. */
  SMS_DAILY_MESSAGES: v.optional(positiveInteger, "200"),
  /** smtp:// or smtps:// URL; unset: mails are files in DATA_DIR/mail. */
  SMTP_URL: v.optional(smtpUrl),
  /** "Name <email>", or an email address. */
  MAIL_FROM: v.optional(sender),
  S3_ENDPOINT: v.optional(httpUrl),
  S3_REGION: v.optional(v.string(), "auto"),
  S3_BUCKET: v.optional(v.string()),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  /** Folder for backups, best on another disk; unset: DATA_DIR/backups, unless they go to S3. */
  BACKUP_DIR: v.optional(localPath),
  /** Time of the nightly backup, by this machine's clock; null: no backups and no WAL archive. */
  BACKUP_TIME: v.optional(timeOrOff, "03:00"),
  /** Encrypts the keys inside backups. */
  BACKUP_PASSPHRASE: v.optional(v.pipe(v.string(), v.minLength(12))),
  /** Backups contain the files of own videos. */
  BACKUP_OWN_VIDEOS: v.optional(flag, "false"),
  /** Recipient of the weekly verification mail; unset: the ministry. */
  BACKUP_MAIL_TO: v.optional(
    v.pipe(v.string(), v.regex(EMAIL_ADDRESS, "must be an email address")),
  ),
  /** S3-compatible storage for backups, best with another provider than the server. */
  BACKUP_S3_ENDPOINT: v.optional(httpUrl),
  BACKUP_S3_REGION: v.optional(v.string(), "auto"),
  BACKUP_S3_BUCKET: v.optional(v.string()),
  BACKUP_S3_ACCESS_KEY_ID: v.optional(v.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  /** Prefix of every key, for several servers in one bucket. */
  BACKUP_S3_PREFIX: v.optional(
    v.pipe(v.string(), v.regex(/^[\w./-]*$/, "may hold letters, digits and ._-/")),
    "",
  ),
  /** SHA-256 fingerprints of the certificates that sign the Android app, as keytool prints them. */
  ANDROID_SHA256: v.optional(fingerprints),
  /** Team that signs the iOS app. */
  APPLE_TEAM_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z0-9]{10}$/, "must be a team id of 10 capital letters and digits"),
    ),
  ),
  /** Multiplies every rate limit: above 1 for a hall behind one IP address and for load tests. */
  RATE_LIMIT_FACTOR: v.optional(v.pipe(finiteNumber, v.gtValue(0), v.maxValue(100_000)), "1"),
  /** Account that runs the embedded PostgreSQL when the server is root. */
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
