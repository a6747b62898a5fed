import type { SettingName } from "#server/settings/config.ts";

/** A setting as docs/configuration.md describes it; its default comes from the schema. */
export type SettingMeaning = {
  readonly meaning: string;
  /** Behaviour without the setting, where the schema has no default. */
  readonly unset?: string;
};

/** Settings by purpose, in the order of the page. */
export const SETTING_GROUPS: readonly {
  readonly title: string;
  readonly settings: Readonly<Partial<Record<SettingName, SettingMeaning>>>;
}[] = [
  {
    title: "Server",
    settings: {
      PORT: { meaning: "port of the server" },
      HOST: { meaning: "address that the server listens on" },
      DATA_DIR: { meaning: "folder for everything the server stores" },
      PUBLIC_URL: {
        unset: "`http://HOST:PORT`",
        meaning: "address that visitors use, for links in mails and share tags",
      },
      MINISTRY_FILE: { meaning: "path of the ministry's file" },
      SETTINGS_FILE: {
        unset: "the environment alone",
        meaning:
          "file of settings, read as systemd's `EnvironmentFile`; replaces the environment's",
      },
      TRUSTED_PROXY: {
        unset: "no proxy",
        meaning: "addresses or networks of proxies whose `X-Forwarded-*` headers are believed",
      },
      SERVICE_WORKER: { meaning: "`false` removes the offline copy from every device" },
      RATE_LIMIT_FACTOR: {
        meaning: "multiplies every rate limit, for a hall behind one address",
      },
    },
  },
  {
    title: "Log and metrics",
    settings: {
      LOG_LEVEL: { meaning: "`debug`, `info`, `warn`, `error` or `silent`" },
      LOG_SLOW_MS: { meaning: "milliseconds after which a response is logged as slow" },
      ACCESS_LOG: { meaning: "a line for every request, without addresses" },
      METRICS_TOKEN: {
        unset: "no metrics",
        meaning: "token, 16 characters or more, that opens `/metrics` and details of `/readyz`",
      },
      METRICS_THROUGH_PROXY: { meaning: "`/metrics` also answers through a proxy" },
    },
  },
  {
    title: "Live broadcasts",
    settings: {
      RTMP_PORT: {
        unset: "1935, once staff open it",
        meaning: "port for encoders, or `off`",
      },
      RECORDINGS_DIR: { unset: "`DATA_DIR/recordings`", meaning: "folder of recordings" },
      RECORDINGS_GB: { meaning: "most gigabytes of recordings" },
      FFMPEG: { meaning: "encodes sound for listeners, and uploads, where it exists; or `off`" },
      OWN_VIDEOS_DIR: { unset: "`DATA_DIR/own-videos`", meaning: "folder of own videos" },
      OWN_VIDEOS_GB: { meaning: "most gigabytes of own videos" },
    },
  },
  {
    title: "Videos, speech and viewers",
    settings: {
      YOUTUBE_API_KEY: {
        unset: "keyless feed, or the library",
        meaning: "key for the video platform's Data API",
      },
      YOUTUBE_DAILY_UNITS: { meaning: "most units of the Data API a day" },
      TTS_API_KEY: { unset: "none", meaning: "key of the speech provider that reads devotionals" },
      TTS_VOICE_ID: { unset: "a calm male voice", meaning: "voice of the speech provider" },
      TTS_DAILY_CHARACTERS: { meaning: "most characters read aloud a day" },
      WATCHING_FLOOR: {
        meaning: "fewest viewers that pages show; `0` counts no one",
      },
      PUSH_SERVICE_HOSTS: {
        unset: "those of the browsers",
        meaning: "further hosts of push services, by commas",
      },
    },
  },
  {
    title: "Bible",
    settings: {
      BIBLE_TEXTS: {
        meaning: "free texts that the server fetches, as ids of the service, by commas; or `none`",
      },
      ESV_API_KEY: { unset: "ESV locked", meaning: "key of api.esv.org" },
      NLT_API_KEY: { unset: "NLT locked", meaning: "key of api.nlt.to" },
      API_BIBLE_KEY: { unset: "NKJV and NIV locked", meaning: "key of API.Bible" },
      API_BIBLE_DAILY_CALLS: { meaning: "most calls of a day" },
      YOUVERSION_APP_KEY: { unset: "none", meaning: "key of YouVersion Platform" },
      BIBLE_NKJV_PROVIDER: {
        unset: "`apibible` if its key is set",
        meaning: "`apibible` or `youversion`",
      },
      BIBLE_NIV_PROVIDER: {
        unset: "`apibible` if its key is set",
        meaning: "`apibible` or `youversion`",
      },
      BIBLE_CROSS_REFERENCES: {
        unset: "none",
        meaning: "file with cross-references in the tab-separated form of OpenBible.info",
      },
    },
  },
  {
    title: "Players",
    settings: {
      EMBED_ORIGIN: {
        unset: "opaque frames",
        meaning: "sibling origin for players that need their own storage or a Referer",
      },
      EMBED_PARENTS: {
        unset: "the apps",
        meaning: "other websites that may show the players, separated by commas",
      },
    },
  },
  {
    title: "Database and backend",
    settings: {
      DATABASE_URL: {
        unset: "embedded PostgreSQL",
        meaning: "a PostgreSQL of your own, 16 or newer",
      },
      DATABASE_DIRECT_URL: {
        unset: "`DATABASE_URL`",
        meaning: "the same database without the pooler that `DATABASE_URL` leads to",
      },
      POSTGRES_UID: {
        unset: "chosen at first start",
        meaning: "account for the embedded PostgreSQL when the server is root",
      },
      SUPABASE_URL: {
        unset: "embedded backend",
        meaning: "a Supabase project instead of the embedded backend",
      },
      SUPABASE_PUBLISHABLE_KEY: {
        unset: "made at first start",
        meaning: "that project's publishable key",
      },
      SUPABASE_SECRET_KEY: {
        unset: "none",
        meaning:
          "that project's secret key: the server reads what is hidden and scheduled in the studio",
      },
      CORS_ORIGINS: {
        unset: "none",
        meaning: "further origins that may call the API, separated by commas",
      },
      PGRST_DB_SCHEMAS: {
        meaning: "schemas that `/rest/v1` offers, separated by commas; the first is the default",
      },
      PGRST_DB_AGGREGATES_ENABLED: { meaning: "`select=amount.sum()` and other aggregates" },
      PGRST_DB_PLAN_ENABLED: {
        meaning: "`explain()`: how PostgreSQL runs a request, for development",
      },
    },
  },
  {
    title: "Accounts",
    settings: {
      AUTH_REDIRECT_URLS: {
        unset: "none",
        meaning: "addresses besides `PUBLIC_URL` that mails may lead to",
      },
      AUTH_CONFIRM_EMAIL: { meaning: "new accounts confirm their email address first" },
      AUTH_DISABLE_SIGNUP: { meaning: "no new accounts" },
      AUTH_PASSWORD_MIN_LENGTH: { meaning: "shortest password, 6 to 72" },
      AUTH_JWT_SECRET: {
        unset: "none",
        meaning: "secret of a moved Supabase project: its keys and sessions stay good",
      },
      AUTH_JWT_ALGORITHM: { meaning: "`HS256`: new sessions are signed with that secret" },
      AUTH_ANONYMOUS: { meaning: "accounts without address, number and password" },
      AUTH_PHONE: { meaning: "accounts with a telephone number" },
      AUTH_WEB3: { meaning: "sign-in with wallets of Ethereum and Solana" },
      AUTH_MANUAL_LINKING: { meaning: "members add and remove sign-in methods of their account" },
      AUTH_PASSKEYS: { meaning: "sign-in with passkeys" },
      AUTH_PROVIDERS: {
        unset: "none",
        meaning: "sign-in providers as JSON, by name ([example](operating.md#ways-to-sign-in))",
      },
      AUTH_CONFIRM_PHONE: {
        unset: "once messages are sent",
        meaning: "new numbers are confirmed by a code",
      },
    },
  },
  {
    title: "Mail and messages",
    settings: {
      SMTP_URL: {
        unset: "mails become files in `DATA_DIR/mail`",
        meaning: "`smtp://` or `smtps://` server",
      },
      MAIL_FROM: { unset: "made from the ministry's name", meaning: "sender of mails" },
      SMS_ACCOUNT_SID: {
        unset: "messages become files in `DATA_DIR/sms`",
        meaning: "account at Twilio or a service with its protocol",
      },
      SMS_AUTH_TOKEN: { unset: "none", meaning: "its token" },
      SMS_FROM: {
        unset: "none",
        meaning: "sender: a number, a name, or a messaging service's id",
      },
      SMS_DAILY_MESSAGES: { meaning: "most messages of a day" },
    },
  },
  {
    title: "Uploaded files",
    settings: {
      S3_ENDPOINT: {
        unset: "files on disk",
        meaning: "S3-compatible store for uploaded files and copies of own videos",
      },
      S3_REGION: { meaning: "its region" },
      S3_BUCKET: { unset: "none", meaning: "its bucket" },
      S3_ACCESS_KEY_ID: { unset: "none", meaning: "its key id" },
      S3_SECRET_ACCESS_KEY: { unset: "none", meaning: "its secret key" },
    },
  },
  {
    title: "Backups",
    settings: {
      BACKUP_DIR: {
        unset: "`backups` in `DATA_DIR`; no backups with `DATABASE_URL`",
        meaning: "folder for backups, best on another disk",
      },
      BACKUP_TIME: {
        meaning: "time of the nightly backup, by this machine's clock; `off`: none is made",
      },
      BACKUP_PASSPHRASE: {
        unset: "keys are stored open, on disks of yours only",
        meaning:
          "encrypts the keys inside backups and signs backups; keep it elsewhere, 12 characters or more",
      },
      BACKUP_OWN_VIDEOS: {
        meaning: "backups contain the files of own videos on the disk, each once in a destination",
      },
      BACKUP_MAIL_TO: {
        unset: "the ministry's address",
        meaning:
          "receives emails about failed backups, and once a week whether the latest one could be restored",
      },
      BACKUP_S3_ENDPOINT: {
        unset: "backups on disk",
        meaning: "S3-compatible store for backups, best with another provider",
      },
      BACKUP_S3_REGION: { meaning: "its region" },
      BACKUP_S3_BUCKET: { unset: "none", meaning: "its bucket" },
      BACKUP_S3_ACCESS_KEY_ID: { unset: "none", meaning: "its key id" },
      BACKUP_S3_SECRET_ACCESS_KEY: { unset: "none", meaning: "its secret key" },
      BACKUP_S3_PREFIX: {
        unset: "none",
        meaning: "begins every key, for several servers in one bucket",
      },
    },
  },
  {
    title: "Phone app",
    settings: {
      ANDROID_SHA256: {
        unset: "no app links",
        meaning: "fingerprints of the certificates that sign the Android app",
      },
      APPLE_TEAM_ID: { unset: "no app links", meaning: "team that signs the iOS app" },
    },
  },
  {
    title: "Mirrors and tests",
    settings: {
      YOUTUBE_API_BASE: { meaning: "base address of the Data API" },
      YOUTUBE_FEED_BASE: { meaning: "base address of the keyless feed" },
      YOUTUBE_IMAGE_BASE: { meaning: "base address of thumbnails" },
      YOUTUBE_EMBED_BASE: { meaning: "base address of embedded players" },
      TTS_API_BASE: { meaning: "base address of the speech provider" },
      BIBLE_TEXTS_BASE: { meaning: "base address of the service of free texts" },
      ESV_API_BASE: { meaning: "base address of the ESV's provider" },
      NLT_API_BASE: { meaning: "base address of the NLT's provider" },
      API_BIBLE_BASE: { meaning: "base address of API.Bible" },
      API_BIBLE_REPORT_BASE: { meaning: "base address of its display reports" },
      YOUVERSION_API_BASE: { meaning: "base address of YouVersion Platform" },
      SMS_API_BASE: { meaning: "base address of the service for messages" },
      PUSH_TEST_LOOPBACK: { meaning: "tests only: push messages may go to `http://127.0.0.1`" },
    },
  },
];
