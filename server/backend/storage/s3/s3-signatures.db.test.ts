import { GetObjectCommand, ListBucketsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type StorageTest } from "#server/backend/storage/storage.fixture.ts";
import { refusalOf, S3_KEYS, s3ClientOf, sessionKeys, signerOf } from "./s3-client.fixture.ts";

/** Code of a refusal in XML, with its status. */
async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return `${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? text} ${answer.status}`;
}

describe("signatures of the S3 protocol", () => {
  let test: StorageTest;
  const Bucket = "signed";
  beforeAll(async () => {
    test = await startStorageTest({ settings: { s3Protocol: S3_KEYS } });
    await test.addOpenBucket(Bucket);
    const body = { Bucket, Key: "a b/note.txt", Body: "note" };
    await s3ClientOf(test).send(new PutObjectCommand(body));
  });
  afterAll(() => test.close());
  const urlOf = (path: string) => `${test.url}/s3/${path}`;
  const note = () => urlOf("signed/a%20b/note.txt");

  it.each(["us-east-1", "auto", "eu-west-3"])("are good for the region %s", async (region) => {
    const answer = await signerOf(S3_KEYS, region).fetch(note());
    expect([answer.status, await answer.text()]).toEqual([200, "note"]);
  });

  it("refuse in S3's own words", async () => {
    const answer = await fetch(note());
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toBe("application/xml");
    const id = answer.headers.get("x-amz-request-id");
    expect(await answer.text()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><Resource>/storage/v1/s3/signed/a%20b/note.txt</Resource><RequestId>${id}</RequestId></Error>`,
    );
  });

  it("know their key and its secret", async () => {
    const send = (credentials: typeof S3_KEYS) =>
      refusalOf(s3ClientOf(test, credentials).send(new ListBucketsCommand({})));
    expect(await send({ ...S3_KEYS, secretAccessKey: "another-secret" })).toBe(
      "SignatureDoesNotMatch 403",
    );
    expect(await send({ ...S3_KEYS, accessKeyId: "another-access-key" })).toBe(
      "InvalidAccessKeyId 403",
    );
    const { publishableKey } = test.backend;
    expect(await send({ accessKeyId: "project", secretAccessKey: publishableKey })).toBe(
      "InvalidAccessKeyId 403",
    );
  });

  it("cover path, query, signed headers and body", async () => {
    const signer = signerOf();
    const signed = await signer.sign(urlOf("signed?list-type=2&prefix=a"));
    const headers = Object.fromEntries(signed.headers);
    const send = async (url: string, init: RequestInit = {}) =>
      codeOf(await fetch(url, { headers, ...init }));
    expect(await send(signed.url)).toContain("200");
    expect(await send(signed.url.replace("prefix=a", "prefix=b"))).toBe(
      "SignatureDoesNotMatch 403",
    );
    expect(await send(urlOf("avatars?list-type=2&prefix=a"))).toBe("SignatureDoesNotMatch 403");
    expect(await send(signed.url, { method: "DELETE" })).toBe("SignatureDoesNotMatch 403");
    const added = { ...headers, "x-amz-copy-source": "signed/other" };
    expect(await send(signed.url, { headers: added })).toBe("AccessDenied 403");

    const digest = { "x-amz-content-sha256": "0".repeat(64) };
    const put = await signer.sign(urlOf("signed/b"), {
      method: "PUT",
      body: "body",
      headers: digest,
    });
    expect(await codeOf(await fetch(put))).toBe("XAmzContentSHA256Mismatch 400");
    const unsigned = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    const any = await signer.fetch(urlOf("signed/b"), {
      method: "PUT",
      body: "body",
      headers: unsigned,
    });
    expect(any.status).toBe(200);
  });

  it.each([
    ["Bearer x", "InvalidRequest 400"],
    ["AWS4-HMAC-SHA256 Credential=x", "AuthorizationHeaderMalformed 400"],
    ["AWS4-HMAC-SHA256 nonsense", "AuthorizationHeaderMalformed 400"],
    [
      `AWS4-HMAC-SHA256 Credential=a/20260101/r/s3/aws4_request,SignedHeaders=host,Signature=${"0".repeat(64)}`,
      "AuthorizationHeaderMalformed 400",
    ],
  ])("of another form are refused: %s", async (authorization, code) => {
    const headers = {
      authorization,
      "x-amz-date": "20260102T000000Z",
      "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
    };
    expect(await codeOf(await fetch(note(), { headers }))).toBe(code);
  });

  it("refuse a clock that is more than fifteen minutes away", async () => {
    const send = async (shiftMs: number) => {
      const datetime = new Date(Date.now() + shiftMs).toISOString().replace(/[-:]|\.\d{3}/g, "");
      return codeOf(await signerOf().fetch(note(), { aws: { datetime } }));
    };
    expect(await send(0)).toContain("200");
    expect(await send(-14 * 60_000)).toContain("200");
    expect(await send(-16 * 60_000)).toBe("RequestTimeTooSkewed 403");
    expect(await send(16 * 60_000)).toBe("RequestTimeTooSkewed 403");
  });

  describe("in addresses", () => {
    const presign = async (method: string, lifeS: number, path = "signed/a%20b/note.txt") => {
      const url = `${urlOf(path)}${path.includes("?") ? "&" : "?"}X-Amz-Expires=${lifeS}`;
      const signed = await signerOf().sign(url, { method, aws: { signQuery: true } });
      return signed.url;
    };

    it("let read and write without a header, for as long as they say", async () => {
      const url = await presign("GET", 60);
      const answer = await fetch(url);
      expect(await answer.text()).toBe("note");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      expect(answer.headers.get("content-disposition")).toContain("note.txt");
      test.backend.advance(61_000);
      const late = await fetch(url);
      test.backend.setNow(Date.now());
      const text = await late.text();
      expect([late.status, text]).toEqual([
        403,
        expect.stringContaining("<Message>Request has expired</Message>"),
      ]);

      const upload = await presign("PUT", 60, "signed/by-address.txt");
      expect((await fetch(upload, { method: "PUT", body: "by address" })).status).toBe(200);
      const { data } = await test.service.storage.from(Bucket).download("by-address.txt");
      expect(await data?.text()).toBe("by address");
    });

    it("work for what they were made for alone", async () => {
      const url = await presign("GET", 60);
      expect(await codeOf(await fetch(url, { method: "DELETE" }))).toBe(
        "SignatureDoesNotMatch 403",
      );
      expect(await codeOf(await fetch(url.replace("note.txt", "note2.txt")))).toBe(
        "SignatureDoesNotMatch 403",
      );
      expect(await codeOf(await fetch(url.replace("Expires=60", "Expires=600")))).toBe(
        "SignatureDoesNotMatch 403",
      );
      const tooLong = await presign("GET", 604_801);
      expect(await codeOf(await fetch(tooLong))).toBe("AuthorizationQueryParametersError 400");
    });
  });

  describe("of a session", () => {
    it("speak in its owner's name: row level security decides", async () => {
      const member = await test.addMember();
      const s3 = s3ClientOf(test, sessionKeys(test, member.token));
      await s3.send(new PutObjectCommand({ Bucket, Key: "mine.txt", Body: "mine" }));
      const { data } = await test.service.storage.from(Bucket).info("mine.txt");
      const [row] = await test.backend.admin<{ owner_id: string }[]>`
        select owner_id from storage.objects where id = ${data?.id ?? ""}`;
      expect(row?.owner_id).toBe(member.id);
      await test.service.storage.createBucket("closed", { public: false });
      await test.service.storage.from("closed").upload("a.txt", "secret");
      const closed = { Bucket: "closed", Key: "a.txt" };
      expect(await refusalOf(s3.send(new GetObjectCommand(closed)))).toBe("NoSuchKey 404");
      expect(await refusalOf(s3.send(new PutObjectCommand({ ...closed, Body: "x" })))).toBe(
        "AccessDenied 403",
      );
      const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
      expect(Buckets.map(({ Name }) => Name)).toEqual(["avatars"]);
    });

    it("end with it", async () => {
      const member = await test.addMember();
      const s3 = s3ClientOf(test, sessionKeys(test, member.token));
      const get = () => refusalOf(s3.send(new ListBucketsCommand({})));
      expect(await get()).toBe("no refusal");
      await test.backend.admin`delete from auth.sessions where user_id = ${member.id}`;
      test.backend.advance(11_000);
      expect(await get()).toBe("InvalidToken 400");
      test.backend.setNow(Date.now());
    });

    it("need a token of ours and the key that everybody knows", async () => {
      const member = await test.addMember();
      const send = (token: string, secret?: string) => {
        const keys = sessionKeys(test, token);
        const credentials = secret === undefined ? keys : { ...keys, secretAccessKey: secret };
        return refusalOf(s3ClientOf(test, credentials).send(new ListBucketsCommand({})));
      };
      expect(await send("no.token.at.all")).toBe("InvalidToken 400");
      expect(await send(`${member.token}x`)).toBe("InvalidToken 400");
      expect(await send(member.token, S3_KEYS.secretAccessKey)).toBe("SignatureDoesNotMatch 403");
    });
  });

  it("of the static key are none where it is not configured", async () => {
    const other = await startStorageTest();
    try {
      expect(await refusalOf(s3ClientOf(other).send(new ListBucketsCommand({})))).toBe(
        "InvalidAccessKeyId 403",
      );
    } finally {
      await other.close();
    }
  });

  it("that are wrong count against the address that sends them", async () => {
    const strict = await startStorageTest({
      settings: { s3Protocol: S3_KEYS, rateLimitFactor: 1 / 60 },
    });
    try {
      const codes = [];
      for (let count = 0; count < 3; count += 1) {
        codes.push(await codeOf(await fetch(`${strict.url}/s3/`)));
      }
      expect(codes).toEqual(["AccessDenied 403", "AccessDenied 403", "SlowDown 503"]);
      expect(await refusalOf(s3ClientOf(strict).send(new ListBucketsCommand({})))).toBe(
        "no refusal",
      );
    } finally {
      await strict.close();
    }
  });
});
