import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.ts";

function messageFor(environment: Record<string, string>): string {
  try {
    parseConfig(environment);
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const S3 = {
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "files",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "key",
};

describe("the environment", () => {
  it("may be empty, and may hold variables of other programs", () => {
    const others = {
      AWS_REGION: "eu",
      E2E_DATA_DIR: "/tmp/x",
      HOSTNAME: "box",
      MAIL: "/var/mail/reign",
      MOBILE_SERVER_URL: "https://tv.example",
      POSTGRES_USER: "postgres",
      SUPABASE_ACCESS_TOKEN: "sbp_x",
      npm_config_port: "1",
    };
    expect(parseConfig(others)).toMatchObject({ PORT: 3000, siteUrl: "http://127.0.0.1:3000" });
    expect(parseConfig({ ...S3, SMTP_URL: "smtp://mail.example" }).S3_BUCKET).toBe("files");
    expect(parseConfig({ PUBLIC_URL: "https://tv.example/" }).siteUrl).toBe("https://tv.example");
    expect(parseConfig({ TRUSTED_PROXY: "::1, 10.0.0.0/8," }).TRUSTED_PROXY).toEqual([
      "::1",
      "10.0.0.0/8",
    ]);
    const CORS_ORIGINS = "https://a.example/, app://b";
    expect(parseConfig({ CORS_ORIGINS }).CORS_ORIGINS).toBe("https://a.example, app://b");
    for (const RTMP_PORT of ["0", "off"]) expect(parseConfig({ RTMP_PORT }).RTMP_PORT).toBeNull();
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "a level that the log does not have",
      { LOG_LEVEL: "loud" },
      `The environment has 1 problem(s):
  LOG_LEVEL: must be debug, info, warn, error or silent`,
    ],
    ...["$", '"', ",", "`", "\\"].map((sign): [string, Record<string, string>, string] => [
      `a folder with ${sign}`,
      { DATA_DIR: `/srv/a${sign}b` },
      `The environment has 1 problem(s):
  DATA_DIR: its path (/srv/a${sign}b) must be without ${sign}, which PostgreSQL cannot have in it`,
    ]),
    ...["DATA_DIR", "BACKUP_DIR", "MINISTRY_FILE"].map(
      (name): [string, Record<string, string>, string] => [
        `a home in ${name}`,
        { [name]: "~/x" },
        `The environment has 1 problem(s):
  ${name}: must not begin with ~: write the path in full, such as /home/name/x`,
      ],
    ),
    [
      "a host name as a trusted proxy",
      { TRUSTED_PROXY: "10.0.0.0/8, nginx" },
      `The environment has 1 problem(s):
  TRUSTED_PROXY: "nginx" is neither an address nor a network, such as 10.0.0.0/8`,
    ],
    ...[
      ["CORS_ORIGINS", "https://a.example, b.example", "addresses without a path"],
      ["CORS_ORIGINS", "https://a.example/x", "addresses without a path"],
      ["AUTH_REDIRECT_URLS", "app.example/x", "addresses"],
      ["PUSH_SERVICE_HOSTS", "https://push.example", "host names"],
    ].map(([name = "", value = "", what = ""]): [string, Record<string, string>, string] => [
      `${value} in ${name}`,
      { [name]: value },
      `The environment has 1 problem(s):
  ${name}: must be ${what}, separated by commas`,
    ]),
    [
      "a sender without an address",
      { MAIL_FROM: "Hope TV", SMTP_URL: "smtp://mail.example" },
      `The environment has 1 problem(s):
  MAIL_FROM: must be an email address, or a name and an address as in Name <tv@example.org>`,
    ],
    [
      "half a group of S3",
      { S3_ENDPOINT: S3.S3_ENDPOINT, S3_BUCKET: "files" },
      `The environment has 2 problem(s):
  S3_ACCESS_KEY_ID is missing: uploaded files go to S3 only if it is set. Set it, or remove S3_ENDPOINT, S3_BUCKET
  S3_SECRET_ACCESS_KEY is missing: uploaded files go to S3 only if it is set. Set it, or remove S3_ENDPOINT, S3_BUCKET`,
    ],
    [
      "a sender without a server",
      { MAIL_FROM: "us@example.org" },
      `The environment has 1 problem(s):
  SMTP_URL is missing: mails are sent only if it is set. Set it, or remove MAIL_FROM`,
    ],
    [
      "an algorithm without its secret",
      { AUTH_JWT_ALGORITHM: "HS256" },
      `The environment has 1 problem(s):
  AUTH_JWT_ALGORITHM: needs AUTH_JWT_SECRET`,
    ],
    [
      "a secret that can be guessed",
      { AUTH_JWT_SECRET: "secret" },
      `The environment has 1 problem(s):
  AUTH_JWT_SECRET: must have at least 32 characters`,
    ],
    [
      "a path in the public address",
      { PUBLIC_URL: "https://example.org/tv/" },
      `The environment has 1 problem(s):
  PUBLIC_URL: must be an address without a path (the site cannot run in a subfolder). Use https://example.org`,
    ],
    [
      "several public addresses",
      { PUBLIC_URL: "https://tv.example.org,https://www.example.org" },
      `The environment has 1 problem(s):
  PUBLIC_URL: must be a single address: links in emails, share previews and sign-in need one host. Use https://tv.example.org, and redirect the others to it in your proxy`,
    ],
    [
      "everybody as a website around the players",
      { EMBED_PARENTS: "*" },
      `The environment has 1 problem(s):
  EMBED_PARENTS: must be a list of addresses such as https://church.example, and * stands for many: name each website by itself`,
    ],
    [
      "a misspelt name",
      { YOUTUBE_APIKEY: "x", PUBLIC_URI: "https://tv.example", DATADIR: "/srv/data" },
      `The environment has 3 problem(s):
  YOUTUBE_APIKEY is not a known setting. Did you mean YOUTUBE_API_KEY?
  PUBLIC_URI is not a known setting. Did you mean PUBLIC_URL?
  DATADIR is not a known setting. Did you mean DATA_DIR?`,
    ],
    [
      "a name with our beginning",
      { AUTH_SOMETHING_ELSE: "x" },
      `The environment has 1 problem(s):
  AUTH_SOMETHING_ELSE is not a known setting. Remove it; docs/configuration.md lists all settings`,
    ],
    [
      "characters that no editor shows",
      { BACKUP_PASSPHRASE: "correct horse\r", YOUTUBE_API_KEY: "\u200bsecret" },
      `The environment has 2 problem(s):
  YOUTUBE_API_KEY: holds the invisible character U+200B at position 1
  BACKUP_PASSPHRASE: holds the invisible character U+000D at position 14`,
    ],
    [
      "several mistakes at once",
      { PORT: "many", EMBED_ORIGIN: "https://e.example/x?y", TTS_KEY: "x" },
      `The environment has 3 problem(s):
  PORT: must be a whole number from 1 to 65535
  EMBED_ORIGIN: must be an address without a path (the site cannot run in a subfolder). Use https://e.example
  TTS_KEY is not a known setting. Remove it; docs/configuration.md lists all settings`,
    ],
  ])("rejects %s with a hint", (_, environment, message) => {
    expect(messageFor(environment)).toBe(message);
  });
});

describe("SMS messages", () => {
  it("need all three settings of an account", () => {
    expect(messageFor({ SMS_FROM: "+15005550006" })).toContain("SMS_ACCOUNT_SID is missing");
  });
});

describe("sign-in providers", () => {
  it("are read by name, with several client ids and an issuer where the name implies one", () => {
    const { AUTH_PROVIDERS: providers } = parseConfig({
      AUTH_PROVIDERS: JSON.stringify({
        google: { client_id: "web, phone", secret: "s" },
        house: { client_id: "id", issuer: "https://login.example" },
      }),
    });
    expect(providers.get("google")).toMatchObject({
      clientIds: ["web", "phone"],
      secret: "s",
      issuer: null,
    });
    expect(providers.get("house")?.issuer).toBe("https://login.example");
  });

  it.each([
    ["nonsense", "must be JSON such as"],
    ['{"google":{}}', "google.client_id"],
    ['{"house":{"client_id":"x"}}', "house needs its issuer"],
    ['{"google":{"client_id":"x","sekret":"y"}}', "sekret"],
  ])("reject %s", (text, message) => {
    expect(messageFor({ AUTH_PROVIDERS: text })).toContain(message);
  });
});
