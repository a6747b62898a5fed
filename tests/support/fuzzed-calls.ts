import * as fc from "fast-check";

/** The caller: no key, the publishable key, a member's token, the secret key, or an invalid token. */
export type FuzzedCaller = "nobody" | "visitor" | "member" | "operator" | "stranger";

/** One random call of a service. */
export type FuzzedCall = {
  readonly service: string;
  readonly caller: FuzzedCaller;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** `{}` is replaced by a word, mostly one that the path knows. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  auth: [
    "signup",
    "token?grant_type=password",
    "token?grant_type=refresh_token",
    "token?grant_type=pkce",
    "token?grant_type=id_token",
    "token?grant_type={}",
    "otp",
    "verify",
    "verify?token={}&type=signup&redirect_to={}",
    "recover",
    "resend",
    "user",
    "logout?scope={}",
    "settings",
    "authorize?provider={}&redirect_to={}",
    "callback?code={}&state={}",
    "factors",
    "factors/{}/challenge",
    "factors/{}/verify",
    "reauthenticate",
    "passkeys",
    "passkeys/authentication/options",
    "passkeys/{}",
    "admin/users?page={}&per_page={}",
    "admin/users/{}",
    "admin/generate_link",
    ".well-known/jwks.json",
    "sso",
    "{}",
  ],
  rest: [
    "profiles?select={}",
    "profiles?id=eq.{}",
    "devotionals?select=*&order={}",
    "bookmarks?select=*",
    "{}?select=*&limit={}",
    "rpc/{}",
    "?{}",
  ],
  storage: [
    "bucket",
    "bucket/{}",
    "object/avatars/{}",
    "object/public/avatars/{}",
    "object/authenticated/{}/{}",
    "object/sign/avatars/{}?token={}",
    "object/list/avatars",
    "object/list-v2/{}",
    "object/move",
    "object/copy",
    "object/info/{}/{}",
    "object/upload/sign/avatars/{}",
    "render/image/public/avatars/{}?width={}",
    "upload/resumable",
    "upload/resumable/{}",
    "{}",
  ],
  functions: [
    "youtube-playlist-videos",
    "watch-pulse",
    "text-to-speech",
    "delete-account",
    "{}",
    "{}/{}",
  ],
  realtime: ["api/broadcast", "api/broadcast/{}/events/{}", "websocket?apikey={}&vsn={}", "{}"],
  pages: [
    "",
    "fr",
    "videos/{}",
    "videos/{}?page={}",
    "bible/{}/{}",
    "devotional/{}",
    "search?q={}",
    "{}",
    "fr/{}/{}",
    "embed/channel/{}",
    "embed/clip/{}?start={}",
    "tv",
    "img/{}/{}",
    "media/clips/{}/index.m3u8",
    "live/{}/index.m3u8",
    "live/{}/audio.m3u8",
    "live/{}/{}/audio.m4a",
    "assets/{}",
    "icons/{}",
    "sw.js",
    "sitemap.xml",
    ".well-known/{}",
  ],
  api: [
    "live",
    "site",
    "devotionals/en/{}",
    "devotionals/{}/today",
    "bible/v1/search?q={}&scope={}&limit={}",
    "bible/v1/{}/{}.json",
    "bible/v1/fums",
    "bible/{}",
    "search?q={}&language={}",
    "push/{}",
    "{}",
  ],
  reports: ["csp-report", "media/clips/{}/views", "healthz", "readyz", "metrics"],
};

const BASES: Readonly<Record<string, string>> = {
  auth: "/auth/v1/",
  rest: "/rest/v1/",
  storage: "/storage/v1/",
  functions: "/functions/v1/",
  realtime: "/realtime/v1/",
  pages: "/",
  api: "/api/",
  reports: "/",
};

const WORDS = [
  "1",
  "0",
  "-1",
  "99999999999999999999",
  "en",
  "fr",
  "john",
  "3",
  "psalms",
  "sermons",
  "music",
  "english",
  "faith",
  "2026-11-22",
  "2026-02-30",
  "today",
  "avatars",
  "*",
  "id.desc",
  "11111111-1111-4111-8111-111111111111",
  "member@example.org",
  "clip-aaa",
  "password",
  "github",
  "https://evil.example/",
  "1.0.0",
  "null",
] as const;
const JUNK = [
  "",
  "..",
  "../../etc/passwd",
  "%",
  "\u0000",
  "'\"`;--",
  "\uD800",
  "é\u0301",
  "🙂",
  "<script>",
  "{{7*7}}",
];

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...JUNK) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant("a".repeat(3_000)) },
);

/** A lone surrogate is not valid in a URL: it is sent as broken UTF-8. */
function inAddress(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

function addressIn(service: string): fc.Arbitrary<string> {
  const path = fc.constantFrom(...(PATHS[service] ?? [""]));
  return fc.tuple(path, fc.array(word, { minLength: 3, maxLength: 3 })).map(([template, words]) => {
    let used = 0;
    const filled = template.replaceAll("{}", () => inAddress(words[used++] ?? ""));
    return `${BASES[service] ?? "/"}${filled}`;
  });
}

const FIELDS = [
  "email",
  "password",
  "phone",
  "token",
  "type",
  "refresh_token",
  "data",
  "id",
  "name",
  "prefix",
  "bucketId",
  "sourceKey",
  "destinationKey",
  "playlistId",
  "messages",
  "topic",
  "event",
  "payload",
  "text",
  "endpoint",
  "provider",
  "id_token",
  "code",
  "public",
  "file_size_limit",
  "channel",
] as const;

const json = fc
  .dictionary(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<string>(...FIELDS) },
      { weight: 1, arbitrary: word },
    ),
    fc.oneof(
      { weight: 3, arbitrary: word },
      { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    ),
    { maxKeys: 6 },
  )
  .map((fields) => JSON.stringify(fields));
const body = fc.oneof(
  { weight: 8, arbitrary: json },
  { weight: 2, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "{", "[[[[", '{"a":1}x', "null", "x".repeat(300_000)),
  },
  { weight: 1, arbitrary: fc.constant("[".repeat(20_000)) },
  {
    weight: 1,
    arbitrary: fc.constant('--b\r\ncontent-disposition: form-data; name=""\r\n\r\nx\r\n--b--'),
  },
);

const headers = fc.record(
  {
    "content-type": fc.oneof(
      { weight: 6, arbitrary: fc.constant("application/json") },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "multipart/form-data; boundary=b",
          "image/png",
          "text/csv",
          "application/x-www-form-urlencoded",
          "application/offset+octet-stream",
          "nonsense",
        ),
      },
    ),
    accept: fc.constantFrom("*/*", "text/html", "application/json", "text/csv", ";;;"),
    "accept-encoding": fc.constantFrom("br", "gzip", "identity", "*;q=0"),
    "accept-language": fc.constantFrom("fr", "en;q=x", "*"),
    range: fc.constantFrom("bytes=0-1", "bytes=5-1", "0-9", "x"),
    prefer: fc.constantFrom("return=representation", "count=exact", "tx=rollback", ",,,"),
    "x-upsert": fc.constantFrom("true", "maybe"),
    "tus-resumable": fc.constantFrom("1.0.0", "9"),
    "upload-length": fc.constantFrom("5", "-5", "1e9", "x"),
    "upload-metadata": fc.constantFrom("bucketName YXZhdGFycw==,objectName eA==", "x", ",,"),
    "if-none-match": fc.constantFrom("*", '"x"', "W/"),
    "x-forwarded-for": fc.constantFrom("203.0.113.9", "x", "::1, ::2"),
    host: fc.constantFrom("127.0.0.1", "evil.example"),
  },
  { requiredKeys: ["content-type"] },
);

const service = fc.constantFrom(...Object.keys(PATHS));
const bodiless = new Set(["GET", "HEAD"]);

/** Calls of all services. Most of them reach a handler. */
export const fuzzedCall: fc.Arbitrary<FuzzedCall> = service.chain((name) =>
  fc
    .record({
      caller: fc.constantFrom<FuzzedCaller>(
        "nobody",
        "visitor",
        "visitor",
        "member",
        "member",
        "operator",
        "stranger",
      ),
      method: fc.constantFrom(
        "GET",
        "GET",
        "GET",
        "POST",
        "POST",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "HEAD",
        "OPTIONS",
      ),
      path: addressIn(name),
      headers,
      body,
    })
    .map((call) => ({
      ...call,
      service: name,
      body: bodiless.has(call.method) ? null : call.body,
    })),
);

/** Socket frames: the protocol's own shapes with invalid content, and frames without any shape. */
export const fuzzedFrame: fc.Arbitrary<string> = fc.oneof(
  fc
    .record({
      topic: word,
      event: fc.constantFrom(
        "phx_join",
        "phx_leave",
        "heartbeat",
        "broadcast",
        "presence",
        "access_token",
        "x",
      ),
      payload: fc.jsonValue({ maxDepth: 3 }),
      ref: fc.oneof(word, fc.constant(null)),
    })
    .map((frame) => JSON.stringify(frame)),
  fc
    .array(fc.oneof(word, fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 })
    .map((frame) => JSON.stringify(frame)),
  fc.constantFrom("", "{", "null", "x".repeat(70_000)),
);
