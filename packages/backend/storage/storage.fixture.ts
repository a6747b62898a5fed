import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import sharp from "sharp";
import type { BackendDeps } from "#backend/context.ts";
import type { BucketPolicy } from "#backend/settings.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { loadKeys } from "#backend/keys.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

/** A user with a live session and the unmodified client. */
export type Member = {
  readonly id: string;
  readonly token: string;
  readonly client: SupabaseClient;
};

export type StorageTest = {
  readonly backend: TestBackend;
  /** For services that a test creates next to the running backend, on its database and folder. */
  readonly deps: BackendDeps;
  /** `{url}/storage/v1` */
  readonly url: string;
  readonly service: SupabaseClient;
  readonly visitor: SupabaseClient;
  addMember(): Promise<Member>;
  /** Creates a bucket in which every signed-in caller may do everything. */
  addOpenBucket(
    id: string,
    settings?: Parameters<SupabaseClient["storage"]["createBucket"]>[1],
  ): Promise<void>;
  close(): Promise<void>;
};

/** Rules of a bucket of images, which the server encodes again. */
export const IMAGE_POLICY: BucketPolicy = {
  namePattern: /^[0-9a-f-]{36}-\d{10,16}\.(?:png|jpe?g|gif|webp)$/,
  image: {
    maxSidePixels: 512,
    maxInputPixels: 24_000_000,
    maxInputFrames: 1_000,
    maxOutputBytes: 1_048_576,
    timeoutSeconds: 5,
  },
  quota: { objects: 20, bytes: 20_971_520 },
  downloadName: (extension) => `avatar.${extension}`,
};

/** Starts a whole backend for storage tests; sessions are inserted without the auth service. */
export async function startStorageTest(
  options: Parameters<typeof startTestBackend>[0] = {},
): Promise<StorageTest> {
  const bucketPolicies = new Map([["avatars", IMAGE_POLICY]]);
  const backend = await startTestBackend({
    ...options,
    settings: { bucketPolicies, ...options.settings },
  });
  const { dataDir, siteUrl } = backend.settings;
  const keys = await loadKeys({ dataDir, now: Date.now });
  const { database, settings } = backend;
  const clientWith = (key: string, token = key): SupabaseClient =>
    createClient(backend.url, key, { accessToken: () => Promise.resolve(token) });
  const service = clientWith(backend.secretKey);
  return {
    backend,
    deps: { database, settings, keys, log: createLogger("silent"), now: Date.now },
    url: `${backend.url}/storage/v1`,
    service,
    visitor: clientWith(backend.publishableKey),
    async addMember() {
      const { id, sessionId } = await insertSession(backend);
      const token = await new SignJWT({ role: "authenticated", session_id: sessionId })
        .setProtectedHeader({ alg: "ES256", kid: keys.signingKeyId, typ: "JWT" })
        .setSubject(id)
        .setIssuer(`${siteUrl}/auth/v1`)
        .setAudience("authenticated")
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(keys.signingKey);
      return { id, token, client: clientWith(backend.publishableKey, token) };
    },
    async addOpenBucket(id, settings = { public: false }) {
      const { error } = await service.storage.createBucket(id, settings);
      if (error !== null) throw error;
      await backend.admin.unsafe(
        `create policy "open ${id}" on storage.objects for all to authenticated
           using (bucket_id = '${id}') with check (bucket_id = '${id}')`,
      );
    },
    close: () => backend.close(),
  };
}

async function insertSession({ admin }: TestBackend): Promise<{ id: string; sessionId: string }> {
  const id = randomUUID();
  const sessionId = randomUUID();
  await admin`insert into auth.users (id, email, aud, role)
    values (${id}, ${`${id}@example.test`}, 'authenticated', 'authenticated')`;
  await admin`insert into auth.sessions (id, user_id) values (${sessionId}, ${id})`;
  await admin`insert into auth.refresh_tokens (token, user_id, revoked, session_id)
    values (${randomUUID()}, ${id}, false, ${sessionId})`;
  return { id, sessionId };
}

/** Returns the name of an avatar as the product builds it. */
export function avatarName(
  userId: string,
  extension: string,
  timestamp = 1_700_000_000_000,
): string {
  return `${userId}-${timestamp}.${extension}`;
}

/** Returns a plain image of one colour. */
export function makeImage(
  format: "png" | "jpeg" | "gif" | "webp" | "tiff" | "avif",
  width = 64,
  height = width,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .toFormat(format)
    .toBuffer();
}
