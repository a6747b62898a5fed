import { resolve } from "node:path";
import { z } from "zod";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";
import { ONE_LINE } from "#shared/site/localized-text.schema.ts";
import { parseEmbedParents, parseProviders } from "./config-parsers.ts";
import { StartError } from "#server/kit/start-error.ts";
import { environmentGroupProblems, unknownVariables, plainProblem } from "./config-errors.ts";

/**
 * The environment, parsed once at start; nothing else reads `process.env`. Every variable is
 * optional: an empty environment starts the whole product on this machine.
 */

const port = z.coerce.number("must be a whole number from 1 to 65535").int().min(1).max(65_535);
/** A name or an address; an IPv6 address has two colons or more. */
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
/** One address: mails, share tags and sessions know a single host. */
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

/** Only a shell knows what ~ stands for: here it would be the name of a folder. */
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
  /** Everything the server keeps; made at first start. */
  DATA_DIR: path.default("data"),
  /** Address that visitors use, for links in mails and share tags. Unset: http://HOST:PORT. */
  PUBLIC_URL: publicUrl.optional(),
  MINISTRY_FILE: path.default("ministry.json"),
  SETTINGS_FILE: path.optional(),
  /** Opens /metrics and the details of /readyz to whoever sends it as a Bearer token. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** /metrics also answers what a proxy passes on. */
  METRICS_THROUGH_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** Answers that take longer have a line in the log, in milliseconds. */
  LOG_SLOW_MS: z.coerce.number().int().positive().default(1_000),
  /** A line for every request, without addresses. */
  ACCESS_LOG: flag.default(false),
  /** Addresses or networks of proxies whose X-Forwarded-For and -Proto are believed. */
  TRUSTED_PROXY: z.string().optional(),
  /** False takes the service worker away from every device that has it (docs/operating.md). */
  SERVICE_WORKER: flag.default(true),
  /** Fewest who must watch before pages tell how many do; 0: nobody is counted. */
  WATCHING_FLOOR: z.coerce.number().int().min(0).max(1_000_000).default(25),
  /** Hosts of push services besides those of the browsers, separated by commas. */
  PUSH_SERVICE_HOSTS: z.string().default(""),
  /** Tests only: push messages may also go to http://127.0.0.1. */
  PUSH_TEST_LOOPBACK: flag.default(false),

  YOUTUBE_API_KEY: z.string().min(1).optional(),
  /** Most units of the Data API that a day may cost. */
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().positive().default(5_000),
  /** Base addresses of the video platform; only tests and private mirrors change them. */
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
  /** Most characters that a day of reading aloud may cost. */
  TTS_DAILY_CHARACTERS: z.coerce.number().int().positive().default(40_000),
  /** Base address of the speech provider; only tests and private mirrors change it. */
  TTS_API_BASE: httpUrl.default("https://api.elevenlabs.io"),

  /** Free texts that this server fetches by itself, as ids of the service, separated by commas; none: "none". */
  BIBLE_TEXTS: textNames.default(["fra_lsg"]),
  /** The service that gives free texts away; only tests and private mirrors change it. */
  BIBLE_TEXTS_BASE: baseAddress.default("https://bible.helloao.org"),
  /** The ministry's key of the ESV's publisher. */
  ESV_API_KEY: z.string().min(1).optional(),
  ESV_API_BASE: baseAddress.default("https://api.esv.org"),
  /** The ministry's key of the NLT's publisher. */
  NLT_API_KEY: z.string().min(1).optional(),
  NLT_API_BASE: baseAddress.default("https://api.nlt.to"),
  /** The ministry's key of API.Bible: NKJV, NIV, and NLT without a key of its own. */
  API_BIBLE_KEY: z.string().min(1).optional(),
  API_BIBLE_BASE: baseAddress.default("https://rest.api.bible"),
  /** Where API.Bible wants to hear of each display. */
  API_BIBLE_REPORT_BASE: baseAddress.default("https://fums.api.bible"),
  /** Most calls of a day; the free plan has 5,000 a month. */
  API_BIBLE_DAILY_CALLS: z.coerce.number().int().positive().default(160),
  /** The ministry's key of YouVersion Platform: whatever it grants and nobody else serves. */
  YOUVERSION_APP_KEY: z.string().min(1).optional(),
  YOUVERSION_API_BASE: baseAddress.default("https://api.youversion.com"),
  /** Who serves a version when both keys are set; unset: API.Bible. */
  BIBLE_NKJV_PROVIDER: z.enum(["apibible", "youversion"]).optional(),
  BIBLE_NIV_PROVIDER: z.enum(["apibible", "youversion"]).optional(),
  /** File with cross-references in the tab-separated form of OpenBible.info (CC BY 4.0); unset: none. */
  BIBLE_CROSS_REFERENCES: z.string().min(1).optional(),

  /** Sibling origin for players that need their own storage or a Referer. */
  EMBED_ORIGIN: originOnly.optional(),
  /** Origins of other websites that may show the players in a frame, separated by commas. */
  EMBED_PARENTS: embedParents.default([]),

  DATABASE_URL: postgresUrl.optional(),
  /** The same database without a pooler between, where DATABASE_URL leads to one. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  SUPABASE_URL: originOnly.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20).optional(),
  SUPABASE_SECRET_KEY: z.string().min(20).optional(),
  /** Further origins that may call the API, separated by commas (the phone app's are built in). */
  CORS_ORIGINS: z.string().default(""),
  /** Addresses besides PUBLIC_URL that mails may lead back to, separated by commas. */
  AUTH_REDIRECT_URLS: z.string().default(""),
  /** Schemas whose tables and functions /rest/v1 offers, separated by commas; the first is the default. */
  PGRST_DB_SCHEMAS: schemaNames.default(["public"]),
  /** `select=amount.sum()` and its like; each costs the database a reading of many rows. */
  PGRST_DB_AGGREGATES_ENABLED: flag.default(false),
  /** Whoever asks is told how PostgreSQL would run a request: for development, not for the public. */
  PGRST_DB_PLAN_ENABLED: flag.default(false),
  /** New accounts must confirm their e-mail address before the first sign-in. */
  AUTH_CONFIRM_EMAIL: flag.default(false),
  AUTH_DISABLE_SIGNUP: flag.default(false),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(72).default(6),
  /** Secret of a Supabase project that was moved here: keys and sessions that it signed (HS256) stay good. */
  AUTH_JWT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** What new sessions are signed with: this server's key pair, or that secret. */
  AUTH_JWT_ALGORITHM: z.enum(["ES256", "HS256"]).default("ES256"),
  /** Accounts without address, number and password, which a visitor may turn into a full one. */
  AUTH_ANONYMOUS: flag.default(true),
  /** Accounts with a telephone number. */
  AUTH_PHONE: flag.default(true),
  /** Sign-in with wallets of Ethereum and Solana. */
  AUTH_WEB3: flag.default(true),
  /** The signed-in may add and remove ways into their account. */
  AUTH_MANUAL_LINKING: flag.default(true),
  /** Sign-in with keys of authenticators, without a password. */
  AUTH_PASSKEYS: flag.default(true),
  /** Sign-in providers as JSON, by name (docs/operating.md). */
  AUTH_PROVIDERS: providers.default(new Map()),
  /** New numbers must be confirmed by a code; unset: once messages are sent. */
  AUTH_CONFIRM_PHONE: flag.optional(),
  /** An account with Twilio, or with a service that speaks its protocol. */
  SMS_ACCOUNT_SID: z.string().min(1).optional(),
  SMS_AUTH_TOKEN: z.string().min(1).optional(),
  /** Sender of messages: a number in E.164, a name, or the id of a messaging service. */
  SMS_FROM: z.string().min(1).optional(),
  SMS_API_BASE: baseAddress.default("https://api.twilio.com"),
  /** Most messages of a day; each costs money. */
  SMS_DAILY_MESSAGES: z.coerce.number().int().positive().default(200),
  /** smtp:// or smtps:// address; unset: mails are files in DATA_DIR/mail. */
  SMTP_URL: smtpUrl.optional(),
  /** "Name <address>", or an address. */
  MAIL_FROM: z.string().regex(ONE_LINE, "must be one line").optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default("auto"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Folder for backups, best on another disk; unset: DATA_DIR/backups, unless they go to S3. */
  BACKUP_DIR: path.optional(),
  /** When the night's backup is made, by this machine's clock; null: never, and no moments are kept. */
  BACKUP_TIME: timeOrOff.default({ hours: 3, minutes: 0 }),
  /** Closes the keys inside backups. */
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  /** Who is told once a week whether the newest backup could be restored; unset: the ministry. */
  BACKUP_MAIL_TO: z.email().optional(),
  /** S3-compatible storage for backups, best with another provider than the server. */
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: z.string().default("auto"),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Begins every key, for several servers in one bucket. */
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
  /** Multiplies every rate limit: above 1 for a hall behind one address and for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1),
  /** Account that runs the embedded PostgreSQL when the server is root. */
  POSTGRES_UID: z.coerce.number().int().positive().optional(),
});

/** Name of a setting, as the environment has it. */
export type SettingName = keyof typeof settingsSchema.shape;

function isBare({ pathname, search, hash, username }: URL): boolean {
  return pathname === "/" && search === "" && hash === "" && username === "";
}

/** Signs that PostgreSQL's list of folders or the shell behind initdb takes apart. */
const UNSAFE_IN_DATA_DIR = process.platform === "win32" ? /[$",`\r\n]/ : /[$",`\\\r\n]/;

/** What is wrong with DATA_DIR as the folder of the embedded PostgreSQL; null where nothing is. */
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
  /** Where the database is reached without a pooler between; null: it is the embedded one. */
  readonly databaseUrl: string | null;
  /** The pooler before it, for requests; null: there is none. */
  readonly poolerUrl: string | null;
};

/**
 * Parses the environment.
 *
 * @throws StartError with every problem in one message, one line each. Variables of other programs are
 *   none of ours; one that looks like ours and is not is a misspelt setting, which would have no effect.
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

/** Lines and indents are part of keys and lists; the rest comes from a file of another system or a copied text. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\u00a0]/u;

/** Problems of our variables whose values hold what no editor shows, with the place of the first one. */
function invisibleCharacters(given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(settingsSchema.shape).flatMap((name) => {
    const found = INVISIBLE.exec(given[name] ?? "");
    if (!found) return [];
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return [`${name}: holds the invisible character U+${code} at position ${found.index + 1}`];
  });
}

/** A host as addresses have it: IPv6 stands in brackets. */
function inAddress(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
