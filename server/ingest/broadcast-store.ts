import type { TransactionSql } from "postgres";
import type { Database } from "@reign-tv/backend";
import type { ChannelId } from "#shared/live/channels.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/** Way by which a broadcast arrives. */
export type Via = "rtmp" | "browser";

/** Reason of an end: the encoder left, staff stopped it, or the server that received it is gone. */
export type EndReason = "encoder" | "staff" | "server";

/** Reason why a running broadcast is not recorded. */
export type RecordingProblem = "disk" | "quota";

/** A marked instant of a broadcast; an empty title is not given yet. */
export type Chapter = { id: string; atMs: number; title: string };

/** Numbers in a channel's playlist: MEDIA-SEQUENCE and DISCONTINUITY-SEQUENCE. */
export type PlaylistNumbers = { sequence: number; discontinuity: number };

/** A broadcast of a channel. Instants are milliseconds since the epoch. */
export type Broadcast = {
  id: string;
  channel: ChannelId;
  /** Server that receives it, and its origin for other servers. */
  server: string;
  address: string;
  via: Via;
  startedAtMs: number;
  /** Its server wrote a heartbeat within `STALE_SECONDS`. */
  isFresh: boolean;
  droppedAtMs: number | null;
  endedAtMs: number | null;
  isStopRequested: boolean;
  recordingProblem: RecordingProblem | null;
  /** First segment in the channel's playlist; null until there is one. */
  first: PlaylistNumbers | null;
  onAirAtMs: number | null;
  /** Added to the numbers of the linear programme after it; null until it has ended. */
  shift: PlaylistNumbers | null;
  chapters: readonly Chapter[];
};

/** A server that is silent for this long has lost its broadcasts. */
const STALE_SECONDS = 6;
/** Seconds for which ended broadcasts stay in playlists. */
const WINDOW_SECONDS = 2.5 * 3_600;

/** Which encoders may send. */
export type EncoderAccess = {
  /** Any of them. */
  isOpen: boolean;
  /** Hash (SHA-256, hexadecimal) of each channel's key. */
  keys: readonly { channel: ChannelId; hash: string; createdAtMs: number }[];
};

export type BroadcastClaim = { channel: ChannelId; server: string; address: string; via: Via };

/** Rows of broadcasts, shared by all servers on the database. */
export type BroadcastStore = {
  /** @param isOpenAtFirst until staff decide */
  encoderAccess(isOpenAtFirst: boolean): Promise<EncoderAccess>;
  /**
   * Starts a broadcast, or continues one of this server that has not ended.
   *
   * @returns its id; null while a broadcast of another server has not ended.
   */
  claim(claim: BroadcastClaim): Promise<string | null>;
  /** Broadcasts that run or ended within the window, and of each channel the last one before; oldest first. */
  recent(): Promise<Broadcast[]>;
  /** Writes heartbeats and returns which of the broadcasts still run. */
  heartbeat(ids: readonly string[]): Promise<ReadonlySet<string>>;
  setOnAir(id: string, first: PlaylistNumbers): Promise<void>;
  setDropped(id: string, isDropped: boolean): Promise<void>;
  setRecordingProblem(id: string, problem: RecordingProblem): Promise<void>;
  /** Ends it unless it has ended. @param recordedBytes size of the recording; null: unknown. */
  end(
    id: string,
    reason: EndReason,
    shift: PlaylistNumbers,
    recordedBytes?: number | null,
  ): Promise<void>;
  /** Recordings of a channel that other servers have, the newest first. */
  recordingsElsewhere(channel: ChannelId, server: string): Promise<RecordingElsewhere[]>;
  /** Broadcasts of a server whose recordings staff deleted. */
  deletedRecordings(server: string): Promise<Pick<Broadcast, "id" | "channel" | "startedAtMs">[]>;
  /** Adds segments, those that are there already excepted. */
  addSegments(id: string, entries: readonly { number: number }[]): Promise<void>;
  /** Segments from a number on, in order. */
  segmentsFrom(id: string, number: number): Promise<unknown[]>;
  /** Estimated viewers by channel, whatever their number; pages are told only above a minimum. */
  watching(): Promise<Readonly<Record<ChannelId, number>>>;
  /** Deletes segments of broadcasts that no playlist has any more. */
  prune(): Promise<void>;
};

/** A recording on another server. */
type RecordingElsewhere = {
  id: string;
  server: string;
  startedAtMs: number;
  seconds: number;
  bytes: number | null;
};

/** Recordings of other servers that are listed. */
const LISTED = 200;

type Row = Omit<Broadcast, "first" | "shift" | "chapters"> & {
  firstSequence: number | null;
  firstDiscontinuity: number | null;
  sequenceShift: number | null;
  discontinuityShift: number | null;
  chapters: string;
};

/** Reads and writes as the service role. Its functions reject with the error of the database. */
export function openBroadcastStore(database: Pick<Database, "asService">): BroadcastStore {
  const run = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    database.asService(work);

  return {
    encoderAccess: (isOpenAtFirst) =>
      run(async (sql) => {
        const [{ isOpen, keys }] = await sql<[{ isOpen: boolean; keys: string }]>`
          select coalesce((select accepts_encoders from public.studio_state), ${isOpenAtFirst}) as "isOpen",
            (
              select coalesce(json_agg(json_build_object(
                'channel', channel, 'hash', key_hash, 'createdAtMs', ${msOf(sql, "created_at")}
              )), '[]')::text
              from public.stream_keys
            ) as keys`;
        // As the query writes it.
        const parsed: EncoderAccess["keys"] = JSON.parse(keys);
        return { isOpen, keys: parsed };
      }),
    claim: ({ channel, server, address, via }) =>
      run(async (sql) => {
        await sql`select pg_advisory_xact_lock(hashtext('public.broadcasts'))`;
        const [open] = await sql<{ id: string; server: string }[]>`
          select id::text, server from public.broadcasts
          where channel = ${channel} and ended_at is null`;
        if (open?.server === server) {
          await sql`
            update public.broadcasts
            set dropped_at = null, heartbeat_at = now(), via = ${via}, address = ${address}
            where id = ${open.id}`;
          return open.id;
        }
        if (open !== undefined) return null;
        const [made] = await sql<{ id: string }[]>`
          insert into public.broadcasts (channel, server, address, via)
          values (${channel}, ${server}, ${address}, ${via}) returning id::text`;
        return made?.id ?? null;
      }),
    recent: () =>
      run(async (sql) => {
        const rows = await sql<Row[]>`
          select id::text, channel, server, address, via, ${freshness(sql)} as "isFresh",
            stop_at is not null as "isStopRequested", recording_problem as "recordingProblem",
            ${msOf(sql, "started_at")} as "startedAtMs", ${msOf(sql, "dropped_at")} as "droppedAtMs",
            ${msOf(sql, "ended_at")} as "endedAtMs", ${msOf(sql, "on_air_at")} as "onAirAtMs",
            first_sequence::float8 as "firstSequence",
            first_discontinuity::float8 as "firstDiscontinuity",
            sequence_shift::float8 as "sequenceShift",
            discontinuity_shift::float8 as "discontinuityShift",
            (
              select coalesce(json_agg(json_build_object(
                'id', c.id::text, 'atMs', ${msOf(sql, "c.at")}, 'title', c.title
              ) order by c.at, c.id), '[]')::text
              from public.broadcast_chapters c where c.broadcast = b.id
            ) as chapters
          from public.broadcasts b
          where ended_at is null or ended_at > now() - make_interval(secs => ${WINDOW_SECONDS})
            or id in (
              select max(id) from public.broadcasts
              where on_air_at is not null
                and ended_at <= now() - make_interval(secs => ${WINDOW_SECONDS})
              group by channel
            )
          order by b.id`;
        return rows.map(broadcastOf);
      }),
    heartbeat: (ids) =>
      run(async (sql) => {
        const rows = await sql<{ id: string }[]>`
          update public.broadcasts set heartbeat_at = now()
          where id = any (${[...ids]}::bigint[]) and ended_at is null returning id::text`;
        return new Set(rows.map(({ id }) => id));
      }),
    setOnAir: (id, { sequence, discontinuity }) =>
      run(async (sql) => {
        await sql`
          update public.broadcasts set on_air_at = now(), first_sequence = ${sequence},
            first_discontinuity = ${discontinuity}
          where id = ${id} and on_air_at is null`;
      }),
    setDropped: (id, isDropped) =>
      run(async (sql) => {
        await sql`
          update public.broadcasts
          set dropped_at = case when ${isDropped} then coalesce(dropped_at, now()) end
          where id = ${id} and ended_at is null`;
      }),
    setRecordingProblem: (id, problem) =>
      run(async (sql) => {
        await sql`
          update public.broadcasts set recording_problem = ${problem}
          where id = ${id} and recording_problem is null`;
      }),
    end: (id, reason, { sequence, discontinuity }, recordedBytes = null) =>
      run(async (sql) => {
        await sql`
          update public.broadcasts
          set ended_at = case when ${reason} = 'server' then heartbeat_at else now() end,
            end_reason = ${reason}, sequence_shift = ${sequence},
            discontinuity_shift = ${discontinuity}, recorded_bytes = ${recordedBytes}
          where id = ${id} and ended_at is null`;
      }),
    recordingsElsewhere: (channel, server) =>
      run(
        async (sql) => sql<RecordingElsewhere[]>`
          select id::text, server, ${msOf(sql, "started_at")} as "startedAtMs",
            extract(epoch from ended_at - started_at)::float8 as seconds,
            recorded_bytes::float8 as bytes
          from public.broadcasts
          where channel = ${channel} and ended_at is not null and on_air_at is not null
            and recording_deleted_at is null and not ${isOf(sql, server)}
          order by broadcasts.id desc limit ${LISTED}`,
      ),
    deletedRecordings: (server) =>
      run(
        async (sql) => sql<{ id: string; channel: ChannelId; startedAtMs: number }[]>`
          select id::text, channel, ${msOf(sql, "started_at")} as "startedAtMs"
          from public.broadcasts
          where recording_deleted_at is not null and ${isOf(sql, server)}`,
      ),
    addSegments: (id, entries) =>
      run(async (sql) => {
        await sql`
          insert into public.broadcast_segments (broadcast, number, entry)
          select ${id}, (entry ->> 'number')::integer, entry
          from jsonb_array_elements(${JSON.stringify(entries)}::text::jsonb) as entry
          on conflict do nothing`;
      }),
    segmentsFrom: (id, number) =>
      run(async (sql) => {
        const rows = await sql<{ entry: string }[]>`
          select entry::text from public.broadcast_segments
          where broadcast = ${id} and number >= ${number} order by number`;
        return rows.map(({ entry }) => parseJson(entry));
      }),
    watching: () =>
      run(async (sql) => {
        const rows = await sql<{ channel: ChannelId; people: number }[]>`
          select key as channel, value::float8 as people
          from jsonb_each_text(public.watching_now())`;
        return Object.fromEntries(rows.map(({ channel, people }) => [channel, people]));
      }),
    prune: () =>
      run(async (sql) => {
        await sql`
          delete from public.broadcast_segments s using public.broadcasts b
          where b.id = s.broadcast and b.ended_at < now() - make_interval(secs => ${WINDOW_SECONDS})`;
      }),
  };
}

/** A timestamp column as milliseconds since the epoch. */
function msOf(sql: TransactionSql, column: string) {
  return sql`(extract(epoch from ${sql(column)}) * 1000)::float8`;
}

/** A machine may have got another name: the end of a server's name stays (`serverId`). */
function isOf(sql: TransactionSql, server: string) {
  return sql`right(server, 36) = right(${server}, 36)`;
}

/** By the database's clock, which all servers share. */
function freshness(sql: TransactionSql) {
  return sql`heartbeat_at > now() - make_interval(secs => ${STALE_SECONDS})`;
}

function broadcastOf(row: Row): Broadcast {
  const { firstSequence, firstDiscontinuity, sequenceShift, discontinuityShift, ...rest } = row;
  // As the query writes it.
  const chapters: Chapter[] = JSON.parse(row.chapters);
  return {
    ...rest,
    first: numbersOf(firstSequence, firstDiscontinuity),
    shift: numbersOf(sequenceShift, discontinuityShift),
    chapters,
  };
}

function numbersOf(sequence: number | null, discontinuity: number | null): PlaylistNumbers | null {
  return sequence === null || discontinuity === null ? null : { sequence, discontinuity };
}
