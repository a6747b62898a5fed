import { resolve } from "node:path";
import { z } from "zod";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";
import { ONE_LINE } from "#shared/site/localized-text.schema.ts";
import { parseEmbedParents, parseProviders } from "./config-parsers.ts";
import { StartError } from "#server/kit/start-error.ts";
import { environmentGroupProblems, unknownVariables, plainProblem } from "./config-errors.ts";

/**
 * The environment, parsed once at start; nothing else reads `process.env`. Every variable is optional: an
 * empty environment starts the whole product on this machine.
 */

const port = z.coerce.number("must be a whole number from 1 to 65535").int().min(1).max(65_535);
/** A host name or an IP address; an IPv6 address has two colons or more. */
const hostAlone = z
  .string()
  .regex(
    /^(?:[^:/\s]+|[^/\s]*:[^/\s]*:[^/\s]*)$/,
    "must be a name or an address alone: the port stands in PORT",
  );
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });
const baseAddress = httpUrl.transform((url) => url.replace(/\/+$/, ""));
const originOnly = httpUrl
  .refine((url) => !URL.canParse(url) || isBare(new URL(url)), {
    error: ({ input }) =>
      `must be an address without a path: the pages live at the root of a host. Take ${new URL(String(input)).origin}`,
  })
  .transform((url) => new URL(url).origin);
/** A single origin: mails, share tags and sessions know one host. */
const publicUrl = z
  .string()
  .superRefine((text, context) => {
    const [first = "", ...others] = text.split(/[\s,;|]+/).filter((part) => part !== "");
    if (others.length === 0) return;
    const message = `must be one address: links of mails, share tags and sign-ins need a host that is always the same. Take ${first}, and let your proxy redirect the others to it`;
    context.addIssue({ code: "custom", message });
  })
  .pipe(originOnly);
const embedParents = z.string().transform((text, context) => {
  const read = parseEmbedParents(text);
  if (Array.isArray(read)) return read;
  context.addIssue({ code: "custom", message: read });
  return z.NEVER;
});
const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((value) => value === "1" || value === "true");

const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/;
const fingerprints = z
  .string()
  .transform((list) => list.split(",").map((part) => part.trim()))
  .pipe(
    z.array(
      z.string().regex(FINGERPRINT, "must be 32 pairs of 0-9 and A-F joined by colons, or a list"),
    ),
  );

const schemaNames = z
  .string()
  .transform((list) => list.split(",").map((part) => part.trim()))
  .pipe(
    z.tuple([z.string().min(1)], z.string().min(1), {
      error: "must be names of schemas, separated by commas",
    }),
  );

/** Only a shell expands ~; here it would be the name of a folder. */
const path = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith("~"), {
    error: "must not begin with ~: write the path in full, such as /home/name/x",
  });

const TEXT_NAMES_ERROR = 'must be ids of texts separated by commas, or "none"';
const textNames = z
  .string()
  .transform((list) => (list.trim() === "none" ? [] : list.split(",").map((part) => part.trim())))
  .pipe(z.array(z.string().regex(SERVICE_TEXT_ID, TEXT_NAMES_ERROR)).max(20));

const providers = z.string().transform((text, context) => {
  const read = parseProviders(text);
  if (typeof read !== "string") return read;
  context.addIssue({ code: "custom", message: read });
  return z.NEVER;
});

const timeOrOff = z
  .string()
  .regex(/^(?:off|(?:[01]\d|2[0-3]):[0-5]\d)$/, 'must be a time such as 03:00, or "off"')
  .transform((text) => {
    if (text === "off") return null;
    const [hours, minutes] = splitNumbers(text);
    return { hours, minutes };
  });

function splitNumbers(time: string): [number, number] {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return [hours, minutes];
}

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be an address such as postgres://login:password@host:5432/database",
});

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error:
    "must be an address such as smtps://login:password@mail.example.org, with @ and : in the password written as %40 and %3A",
});

/** Every setting with its check and default; docs/configuration.md is made from it. */
export const settingsSchema = z.object({
  PORT: port.default(3000),
  HOST: hostAlone.default("127.0.0.1"),
  /** All data of the server; created at first start. */
  DATA_DIR: path.default("data"),
  /** URL that visitors use, for links in mails and share tags. Unset: http://HOST:PORT. */
  PUBLIC_URL: publicUrl.optional(),
  MINISTRY_FILE: path.default("ministry.json"),
  SETTINGS_FILE: path.optional(),
  /** Bearer token for /metrics and the details of /readyz. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Serves /metrics through a proxy, too. */
  METRICS_THROUGH_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Slower responses have a line in the log, in milliseconds. */
  LOG_SLOW_MS: z.coerce.number().int().positive().default(1_000),
  /** Logs every request, without IP addresses. */
  ACCESS_LOG: flag.default(false),
  /** IP addresses or networks of proxies whose X-Forwarded-For and -Proto are trusted. */
  TRUSTED_PROXY: z.string().optional(),
  /** False removes the service worker from every device that has it (docs/operating.md). */
  SERVICE_WORKER: flag.default(true),
  /** Pages show the viewer count from this number on; 0: viewers are not counted. */
  WATCHING_FLOOR: z.coerce.number().int().min(0).max(1_000_000).default(25),
  /** Hosts of push services besides those of the browsers, separated by commas. */
  PUSH_SERVICE_HOSTS: z.string().default(""),
  /** Tests only: push messages may also go to http://127.0.0.1. */
  PUSH_TEST_LOOPBACK: flag.default(false),

  YOUTUBE_API_KEY: z.string().min(1).optional(),
  /** Daily limit on units of the Data API. */
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().positive().default(5_000),
  /** Base URL of the video platform; only tests and private mirrors change it. */
  YOUTUBE_API_BASE: httpUrl.default("https://www.googleapis.com/youtube/v3"),
  YOUTUBE_FEED_BASE: httpUrl.default("https://www.youtube.com/feeds"),
  YOUTUBE_IMAGE_BASE: httpUrl.default("https://i.ytimg.com"),
  YOUTUBE_EMBED_BASE: httpUrl.default("https://www.youtube-nocookie.com"),

  /** The ministry's key of the speech provider, which reads devotionals aloud. */
  TTS_API_KEY: z.string().min(1).optional(),
  /** Voice of the provider; unset: a calm male one of its standard voices. */
  TTS_VOICE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/)
    .optional(),
  /** Daily limit on characters that are read aloud. */
  TTS_DAILY_CHARACTERS: z.coerce.number().int().positive().default(40_000),
  /** Base URL of the speech provider; only tests and private mirrors change it. */
  TTS_API_BASE: httpUrl.default("https://api.elevenlabs.io"),

  /** Free texts that the server downloads by itself: ids of the service, separated by commas; none: "none". */
  BIBLE_TEXTS: textNames.default(["fra_lsg"]),
  /** Service of the free texts; only tests and private mirrors change it. */
  BIBLE_TEXTS_BASE: baseAddress.default("https://bible.helloao.org"),
  /** The ministry's key of the ESV's publisher. */
  ESV_API_KEY: z.string().min(1).optional(),
  ESV_API_BASE: baseAddress.default("https://api.esv.org"),
  /** The ministry's key of the NLT's publisher. */
  NLT_API_KEY: z.string().min(1).optional(),
  NLT_API_BASE: baseAddress.default("https://api.nlt.to"),
  /** The ministry's key of API.Bible: NKJV, NIV, and NLT without NLT_API_KEY. */
  API_BIBLE_KEY: z.string().min(1).optional(),
  API_BIBLE_BASE: baseAddress.default("https://rest.api.bible"),
  /** API.Bible expects a report of each display here. */
  API_BIBLE_REPORT_BASE: baseAddress.default("https://fums.api.bible"),
  /** Daily limit on calls; the free plan has 5,000 a month. */
  API_BIBLE_DAILY_CALLS: z.coerce.number().int().positive().default(160),
  /** The ministry's key of YouVersion Platform, for versions that no other provider serves. */
  YOUVERSION_APP_KEY: z.string().min(1).optional(),
  YOUVERSION_API_BASE: baseAddress.default("https://api.youversion.com"),
  /** Provider of a version when both keys are set; unset: API.Bible. */
  BIBLE_NKJV_PROVIDER: z.enum(["apibible", "youversion"]).optional(),
  BIBLE_NIV_PROVIDER: z.enum(["apibible", "youversion"]).optional(),
  /** File of cross-references in the tab-separated form of OpenBible.info (CC BY 4.0); unset: none. */
  BIBLE_CROSS_REFERENCES: z.string().min(1).optional(),

  /** Sibling origin for players that need their own storage or a Referer. */
  EMBED_ORIGIN: originOnly.optional(),
  /** Origins of other websites that may embed the players, separated by commas. */
  EMBED_PARENTS: embedParents.default([]),

  DATABASE_URL: postgresUrl.optional(),
  /** The same database without a pooler, when DATABASE_URL leads to one. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  SUPABASE_URL: originOnly.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20).optional(),
  SUPABASE_SECRET_KEY: z.string().min(20).optional(),
  /** Further origins that may call the API, separated by commas (the native app's are built in). */
  CORS_ORIGINS: z.string().default(""),
  /** URLs besides PUBLIC_URL that mails may lead back to, separated by commas. */
  AUTH_REDIRECT_URLS: z.string().default(""),
  /** Schemas that /rest/v1 exposes, separated by commas; the first is the default. */
  PGRST_DB_SCHEMAS: schemaNames.default(["public"]),
  /** Allows `select=amount.sum()` and other aggregates; each makes the database read many rows. */
  PGRST_DB_AGGREGATES_ENABLED: flag.default(false),
  /** Exposes query plans of PostgreSQL to every client: for development, not for the public. */
  PGRST_DB_PLAN_ENABLED: flag.default(false),
  /** New accounts must confirm their email address before the first sign-in. */
  AUTH_CONFIRM_EMAIL: flag.default(false),
  AUTH_DISABLE_SIGNUP: flag.default(false),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(72).default(6),
  /** Secret of a migrated Supabase project: its keys and sessions (HS256) stay valid. */
  AUTH_JWT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** Signs new sessions with this server's key pair, or with AUTH_JWT_SECRET. */
  AUTH_JWT_ALGORITHM: z.enum(["ES256", "HS256"]).default("ES256"),
  /** Accounts without email, phone number and password, which a visitor may turn into full ones. */
  AUTH_ANONYMOUS: flag.default(true),
  /** Accounts with a phone number. */
  AUTH_PHONE: flag.default(true),
  /** Sign-in with wallets of Ethereum and Solana. */
  AUTH_WEB3: flag.default(true),
  /** Signed-in users may add and remove sign-in methods. */
  AUTH_MANUAL_LINKING: flag.default(true),
  /** Sign-in with passkeys, without a password. */
  AUTH_PASSKEYS: flag.default(true),
  /** Sign-in providers as JSON, by name (docs/operating.md). */
  AUTH_PROVIDERS: providers.default(new Map()),
  /** New phone numbers must be confirmed by a code; unset: when SMS messages can be sent. */
  AUTH_CONFIRM_PHONE: flag.optional(),
  /** An account with Twilio, or with a service that speaks its protocol. */
  SMS_ACCOUNT_SID: z.string().min(1).optional(),
  SMS_AUTH_TOKEN: z.string().min(1).optional(),
  /** Sender of SMS messages: a number in E.164, a name, or the id of a messaging service. */
  SMS_FROM: z.string().min(1).optional(),
  SMS_API_BASE: baseAddress.default("https://api.twilio.com"),
  /** Daily limit on messages; each costs money. */
  SMS_DAILY_MESSAGES: z.coerce.number().int().positive().default(200),
  /** smtp:// or smtps:// URL; unset: mails are files in DATA_DIR/mail. */
  SMTP_URL: smtpUrl.optional(),
  /** "Name <email>", or an email address. */
  MAIL_FROM: z.string().regex(ONE_LINE, "must be one line").optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default("auto"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Folder for backups, best on another disk; unset: DATA_DIR/backups, unless they go to S3. */
  BACKUP_DIR: path.optional(),
  /** Time of the nightly backup, by this machine's clock; null: no backups and no WAL archive. */
  BACKUP_TIME: timeOrOff.default({ hours: 3, minutes: 0 }),
  /** Encrypts the keys inside backups. */
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  /** Recipient of the weekly verification mail; unset: the ministry. */
  BACKUP_MAIL_TO: z.email().optional(),
  /** S3-compatible storage for backups, best with another provider than the server. */
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: z.string().default("auto"),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Prefix of every key, for several servers in one bucket. */
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, "may hold letters, digits and ._-/")
    .default(""),
  /** SHA-256 fingerprints of the certificates that sign the Android app, as keytool prints them. */
  ANDROID_SHA256: fingerprints.optional(),
  /** Team that signs the iOS app. */
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, "must be a team id of 10 capital letters and digits")
    .optional(),
  /** Multiplies every rate limit: above 1 for a hall behind one IP address and for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1),
  /** Account that runs the embedded PostgreSQL when the server is root. */
  POSTGRES_UID: z.coerce.number().int().positive().optional(),
});

/** Name of a setting, as the environment has it. */
export type SettingName = keyof typeof settingsSchema.shape;

function isBare({ pathname, search, hash, username }: URL): boolean {
  return pathname === "/" && search === "" && hash === "" && username === "";
}

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

/** Problems of variables that only make sense together. */
const environmentSchema = settingsSchema.superRefine((variables, context) => {
  const message = variables.DATABASE_URL === undefined ? dataDirProblem(variables.DATA_DIR) : null;
  if (message !== null) context.addIssue({ code: "custom", path: ["DATA_DIR"], message });
  const keys = { apibible: "API_BIBLE_KEY", youversion: "YOUVERSION_APP_KEY" } as const;
  for (const name of ["BIBLE_NKJV_PROVIDER", "BIBLE_NIV_PROVIDER"] as const) {
    const key = variables[name] && keys[variables[name]];
    if (key === undefined || variables[key] !== undefined) continue;
    context.addIssue({ code: "custom", path: [name], message: `needs ${key}` });
  }
  if (variables.AUTH_JWT_ALGORITHM === "HS256" && variables.AUTH_JWT_SECRET === undefined) {
    context.addIssue({
      code: "custom",
      path: ["AUTH_JWT_ALGORITHM"],
      message: "needs AUTH_JWT_SECRET",
    });
  }
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = variables;
  if (SUPABASE_URL !== undefined && SUPABASE_PUBLISHABLE_KEY === undefined) {
    const message = "is needed with SUPABASE_URL: the project shows it under Settings, API Keys";
    context.addIssue({ code: "custom", path: ["SUPABASE_PUBLISHABLE_KEY"], message });
  }
  if (SUPABASE_URL === undefined && variables.SUPABASE_SECRET_KEY !== undefined) {
    const message = "needs SUPABASE_URL";
    context.addIssue({ code: "custom", path: ["SUPABASE_SECRET_KEY"], message });
  }
  if (SUPABASE_URL === undefined && SUPABASE_PUBLISHABLE_KEY !== undefined) {
    const message =
      "is needed with SUPABASE_PUBLISHABLE_KEY: the address of its project. Our own backend makes its key itself";
    context.addIssue({ code: "custom", path: ["SUPABASE_URL"], message });
  }
});

export type Config = Readonly<z.infer<typeof environmentSchema>> & {
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
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = environmentSchema.safeParse(given, { error: plainProblem });
  const problems = [
    ...(result.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`),
    ...invisibleCharacters(given).map((problem) => `  ${problem}`),
    ...environmentGroupProblems(given).map((problem) => `  ${problem}`),
    ...unknownVariables(Object.keys(given), Object.keys(settingsSchema.shape)).map(
      (problem) => `  ${problem}`,
    ),
  ];
  if (!result.success || problems.length > 0) {
    throw new StartError(
      `The environment has ${problems.length} problem(s):\n${problems.join("\n")}`,
    );
  }
  const config = result.data;
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
function invisibleCharacters(given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(settingsSchema.shape).flatMap((name) => {
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
