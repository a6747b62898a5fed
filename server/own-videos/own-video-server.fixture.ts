import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import * as v from "valibot";
import type { TestBackend } from "@reign-tv/backend/testing";
import type { MediaEvent } from "@reign-tv/ingest/media-event.ts";
import { filmEvents } from "@reign-tv/ingest/testing/film-events.ts";
import { recordSegments } from "@reign-tv/ingest/testing/segment-recorder.ts";
import type { S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { openRecordings } from "#server/ingest/recordings.ts";
import {
  createPermissionsReader,
  createRequirePermission,
} from "#server/studio/require-permission.ts";
import {
  OWN_VIDEOS_PATH,
  type StudioOwnVideo,
  studioOwnVideoSchema,
} from "#shared/contracts/own-videos.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { openOwnVideos, type OwnVideosService } from "./open-own-videos.ts";

const STARTED_MS = Date.parse("2026-11-22T09:00:00Z");
const FACTS = { language: "en", category: "sermons", title: "Come home" };

/** A member of staff for videos. */
type Staff = { readonly token: string };

/** The own videos of one server on a database, at an address of their own. */
export type OwnVideoServer = {
  readonly url: string;
  readonly service: OwnVideosService;
  /** Folder of a video's files. */
  folderOf: (id: string) => string;
  /** A call of staff. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  post: (path: string, body?: object) => Promise<Response>;
  /** Adds bytes to an upload. */
  sendPart: (id: string, offset: number, body: Uint8Array<ArrayBuffer>) => Promise<Response>;
  /** An own video as staff see it. */
  read: (id: string) => Promise<StudioOwnVideo>;
  /** Records a broadcast from its packets, group by group. @returns the name of the recording. */
  record: (packets: Iterable<readonly MediaEvent[]>) => Promise<string>;
  /** Makes a video of a recording of 24 s. */
  makeVideo: () => Promise<StudioOwnVideo>;
  /** Ends it and its connections. */
  close: () => Promise<void>;
};

export async function addStaff(backend: TestBackend, email: string): Promise<Staff> {
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false },
  });
  const { data } = await client.auth.signUp({ email, password: "green pastures 23" });
  await backend.admin`
    insert into public.staff (user_id, permissions) values (${data.user?.id ?? ""}, '{videos}')`;
  return { token: data.session?.access_token ?? "" };
}

/** The studio's form of a video in a response. */
export const videoOf = async (response: Response): Promise<StudioOwnVideo> =>
  v.parse(studioOwnVideoSchema, await response.json());

type ServerOptions = {
  backend: TestBackend;
  staff: Staff;
  /** Folder of its data, which outlives it. */
  dataDir: string;
  /** Its name in rows. */
  id: string;
  port: number;
  /** No other server is on the database. */
  isAlone?: boolean;
  /** Its S3 store; null: none. */
  s3?: S3Settings | null;
  /** A channel is live on it. */
  isLive?: () => boolean;
};

/** What the service of a test has, but for its server, its clients' answers and what a test watches. */
export function ownVideosDeps(
  backend: TestBackend,
  dataDir: string,
  databaseUrl: string | null,
): Omit<
  Parameters<typeof openOwnVideos>[0],
  "server" | "views" | "fetch" | "onPublish" | "freeBytes"
> {
  const { database, publishableKey } = backend;
  const transport = (path: string, init?: RequestInit) => fetch(`${backend.url}${path}`, init);
  return {
    config: {
      DATA_DIR: dataDir,
      OWN_VIDEOS_DIR: undefined,
      OWN_VIDEOS_GB: 1,
      FFMPEG: "off",
      databaseUrl,
    },
    database,
    s3: null,
    ministry: testMinistry,
    requirePermission: createRequirePermission(
      createPermissionsReader({ transport, publishableKey }),
      (_, next) => next(),
    ),
    transport,
    publishableKey,
    clientAddress: createClientAddress([]),
    report: () => undefined,
    log: createLogger("silent"),
    now: Date.now,
  };
}

export async function startOwnVideoServer(options: ServerOptions): Promise<OwnVideoServer> {
  const { backend, staff, dataDir, id, port, isAlone = false, s3 = null } = options;
  const { isLive = () => false } = options;
  const url = `http://127.0.0.1:${port}`;
  const recordings = await openRecordings({ folder: join(dataDir, "recordings"), maxGigabytes: 1 });
  const service = await openOwnVideos({
    ...ownVideosDeps(backend, dataDir, isAlone ? null : "postgres://shared.example"),
    server: { id, address: url },
    s3,
    views: { count: () => undefined },
    fetch,
    onPublish: () => undefined,
    freeBytes: () => Promise.resolve(50_000_000_000),
  });
  const app = new Hono();
  for (const routes of service.start({ recordings, isLive })) app.route("/", routes);
  const server: ServerType = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });

  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${staff.token}`);
    return fetch(`${url}${OWN_VIDEOS_PATH}${path}`, { ...init, headers });
  }
  const post = (path: string, body: object = {}): Promise<Response> =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  async function record(packets: Iterable<readonly MediaEvent[]>): Promise<string> {
    const [row] = await backend.admin<{ id: string }[]>`
      insert into public.broadcasts (channel, server, address, via, started_at, ended_at, end_reason)
      values ('english', ${id}, ${url}, 'rtmp', ${new Date(STARTED_MS)}, now(), 'encoder')
      returning id::text`;
    const recorder = recordSegments({ startedAt: STARTED_MS });
    const broadcast = {
      id: row?.id ?? "",
      channel: "english",
      startedAtMs: STARTED_MS,
      entries: [],
    };
    const store = await recordings.open(broadcast, ["english"], () => undefined);
    const append = async (): Promise<void> => {
      for (const segment of recorder.segments.splice(0)) await store.append(segment);
    };
    for (const events of packets) {
      await recorder.push(...events);
      await append();
    }
    await recorder.flush();
    await append();
    recordings.close(broadcast.id);
    const all = await recordings.list("english");
    return all.find((one) => one.id.startsWith(`${broadcast.id}-`))?.id ?? "";
  }

  return {
    url,
    service,
    folderOf: (video) => join(dataDir, "own-videos", video),
    ask,
    post,
    sendPart: (video, offset, body) =>
      ask(`/${video}/upload`, {
        method: "PATCH",
        headers: {
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
        },
        body,
      }),
    read: async (video) => videoOf(await ask(`/${video}`)),
    record,
    async makeVideo() {
      const recording = await record([await filmEvents("clip-an-appointed-time.mp4")]);
      return videoOf(
        await post("/from-recording", { channel: "english", recording, facts: FACTS }),
      );
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await service.close();
    },
  };
}
