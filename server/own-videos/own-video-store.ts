import type { TransactionSql } from "postgres";
import type { Database } from "@reign-tv/backend";
import type { ThisServer } from "#server/ingest/this-server.ts";
import type {
  OwnVideoFacts,
  OwnVideoProblem,
  StudioOwnVideo,
} from "#shared/contracts/own-videos.ts";

/** An own video as its row has it. Instants are ISO 8601. */
export type OwnVideo = OwnVideoFacts &
  Pick<
    StudioOwnVideo,
    | "state"
    | "problem"
    | "problemDetail"
    | "isPublished"
    | "source"
    | "bytes"
    | "previewKey"
    | "range"
    | "createdAt"
  > & {
    broadcast: string | null;
    /** Announced sizes of uploads. */
    uploadBytes: number | null;
    lowUploadBytes: number | null;
    /** Server that has the files; null: none yet. */
    server: string | null;
    address: string | null;
    /** Revision and size of which the S3 store has all files; null: of none. */
    storedRevision: number | null;
    storedBytes: number | null;
    isDeleted: boolean;
  };

/** Columns that the server writes. */
export type OwnVideoColumns = Partial<{
  state: OwnVideo["state"];
  problem: OwnVideoProblem | null;
  problem_detail: string | null;
  is_published: boolean;
  seconds: number;
  has_picture: boolean;
  has_low: boolean;
  has_poster: boolean;
  captions: string[];
  chapters: OwnVideo["chapters"];
  bytes: number;
  sound_bytes: number | null;
  video_bytes: number | null;
  low_bytes: number | null;
  low_upload_bytes: number | null;
  episode_bytes: number | null;
  first_segment: number;
  last_segment: number;
  server: string;
  address: string;
  stored_revision: number | null;
  stored_bytes: number | null;
  deleted_at: Date;
}>;

/** A mark of staff during a broadcast, in milliseconds since the epoch. */
export type Mark = { atMs: number; title: string };

/** Rows of own videos, shared by all servers on the database. */
export type OwnVideoStore = {
  /** All rows, deleted ones included until their files are gone; the newest first. */
  all(): Promise<OwnVideo[]>;
  /**
   * Writes columns.
   *
   * @param isOfFiles the files changed: their addresses do too.
   * @throws the error of the database, also for values that it rejects.
   */
  update(id: string, columns: OwnVideoColumns, isOfFiles?: boolean): Promise<void>;
  /**
   * Makes this server the one that has the files of rows: of those that it has under an earlier host name or address,
   * and of others.
   *
   * @param others "all": no other server is on the database.
   * @returns ids of rows that are there, also deleted ones.
   */
  claim(server: ThisServer, others: readonly string[] | "all"): Promise<string[]>;
  /** Removes the row of a deleted video. */
  forget(id: string): Promise<void>;
  marksOf(broadcast: string): Promise<Mark[]>;
};

/** Reads and writes as the service role. Its functions reject with the error of the database. */
export function openOwnVideoStore(database: Pick<Database, "asService">): OwnVideoStore {
  const run = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    database.asService(work);
  return {
    all: () =>
      run(async (sql) => {
        const rows = await sql<{ video: string }[]>`
          select json_build_object(
            'id', id, 'language', language, 'category', category, 'title', title,
            'description', description, 'speaker', speaker, 'passage', passage, 'show', show,
            'offlineAllowed', offline_allowed, 'chapters', chapters, 'soundOf', sound_of,
            'seconds', seconds, 'hasPicture', has_picture, 'hasPoster', has_poster,
            'captions', captions, 'publishedAt', ${iso(sql, "published_at")},
            'files', json_build_object('video', video_bytes, 'sound', sound_bytes,
              'low', low_bytes, 'episode', episode_bytes),
            'revision', revision, 'state', state, 'problem', problem,
            'problemDetail', problem_detail, 'isPublished', is_published, 'source', source,
            'bytes', bytes, 'previewKey', preview_key,
            'range', case when first_segment is not null then
              json_build_object('first', first_segment, 'last', last_segment) end,
            'createdAt', ${iso(sql, "created_at")}, 'broadcast', broadcast::text,
            'uploadBytes', upload_bytes, 'lowUploadBytes', low_upload_bytes,
            'server', server, 'address', address,
            'storedRevision', stored_revision, 'storedBytes', stored_bytes, 'isDeleted', deleted_at is not null
          )::text as video
          from public.own_videos order by created_at desc, id`;
        return rows.map(({ video }) => videoOf(video));
      }),
    update: (id, { chapters, ...columns }, isOfFiles = false) =>
      run(async (sql) => {
        const written = chapters === undefined ? null : JSON.stringify(chapters);
        // The trigger writes the time; the list of columns may not be empty.
        const changed = { updated_at: new Date(), ...columns };
        await sql`
          update public.own_videos
          set ${sql(changed)}, chapters = coalesce(${written}::text::jsonb, chapters),
            revision = revision + ${Number(isOfFiles)}
          where id = ${id}`;
      }),
    claim: ({ id, address }, others) =>
      run(async (sql) => {
        const isAlone = others === "all";
        const ids = isAlone ? [] : [...others];
        // The part after the host name stays the same when that changes.
        const name = id.slice(id.lastIndexOf(":") + 1);
        await sql`
          update public.own_videos set server = ${id}, address = ${address}
          where (${isAlone} or id = any(${ids}) or split_part(server, ':', -1) = ${name})
            and server is not null and (server, address) is distinct from (${id}, ${address})`;
        const rows = await sql<{ id: string }[]>`select id from public.own_videos`;
        return rows.map((row) => row.id);
      }),
    forget: (id) =>
      run(async (sql) => {
        await sql`delete from public.own_videos where id = ${id} and deleted_at is not null`;
      }),
    marksOf: (broadcast) =>
      run(
        async (sql) => sql<Mark[]>`
          select (extract(epoch from at) * 1000)::float8 as "atMs", title
          from public.broadcast_chapters where broadcast = ${broadcast} order by at, id`,
      ),
  };
}

function iso(sql: TransactionSql, column: string) {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function videoOf(text: string): OwnVideo {
  // As the query writes it.
  const video: OwnVideo = JSON.parse(text);
  return video;
}
