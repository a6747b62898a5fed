import * as v from "valibot";
import { INGEST_PATH, browserSessionSchema } from "#shared/studio/studio-ingest.ts";
import type { Mp4Piece } from "./mp4-pieces.ts";

/** Reason why a broadcast cannot be sent or go on. */
export type UploadFault =
  | "busy"
  | "stopped"
  | "refused"
  | "signed-out"
  | "missing"
  | "unavailable"
  | "unreadable";

/** How the upload goes. */
export type UploadFacts = {
  kilobitsPerSecond: number;
  /** Age of the oldest piece that waits. */
  queuedSeconds: number;
  /** The last piece did not arrive; it is sent again. */
  isInterrupted: boolean;
  /** What was dropped, because the connection was away for too long. */
  lostSeconds: number;
};

/** Answer to a piece; status 0 without a connection. */
export type Answer = { status: number; body: unknown };

type UploadDeps = {
  channel: string;
  /** Sends bytes as staff. Never rejects. */
  post: (path: string, body: Uint8Array<ArrayBuffer> | null) => Promise<Answer>;
  /** Waits for milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  /** Clock; milliseconds. */
  now: () => number;
  /** Called once, when the server takes no more. */
  onFault: (fault: UploadFault) => void;
};

export type PieceUpload = {
  /** Asks the server to take the broadcast. Pieces may come before. */
  start: () => Promise<UploadFault | null>;
  add: (piece: Mp4Piece) => void;
  facts: () => UploadFacts;
  /** Sends what waits, for some seconds at most, and ends the broadcast. */
  end: () => Promise<void>;
};

/** Kept while the connection is away. */
const KEPT_MS = 60_000;
/** After a longer gap the broadcast begins again with what is new, so that viewers see the present. */
const FRESH_MS = 6_000;
const RATE_WINDOW_MS = 10_000;
const LONGEST_DELAY_MS = 5_000;
const BUSY_DELAY_MS = 1_500;
/** A server takes an input for lost after seconds: a page that was reloaded waits for that. */
const BUSY_ATTEMPTS = 6;
const END_MS = 8_000;
const MAX_FAILURES = 5;

const wantedSchema = v.object({ next: v.number() });
const stopSchema = v.object({ error: v.literal("stopped") });

type Waiting = { bytes: Uint8Array<ArrayBuffer>; atMs: number; isInit: boolean };

/** Sends the pieces of a broadcast in order (`INGEST_PATH`), and again after a gap. */
export function createPieceUpload(deps: UploadDeps): PieceUpload {
  const { post, wait, now } = deps;
  const base = `${INGEST_PATH}/${deps.channel}`;
  let session = "";
  let next = 0;
  let init: Waiting | null = null;
  let waiting: Waiting[] = [];
  /** The server may have the first piece although its answer was lost. */
  let isInDoubt = false;
  let failures = 0;
  let lostMs = 0;
  let sent: { atMs: number; bytes: number }[] = [];
  let state: "new" | "open" | "ending" | "over" = "new";
  let wake = Promise.withResolvers<void>();
  let running: Promise<void> = Promise.resolve();

  function fail(fault: UploadFault): void {
    state = "over";
    deps.onFault(fault);
  }

  async function openSession(): Promise<UploadFault | null> {
    for (let attempt = 1; ; attempt++) {
      const { status, body } = await post(`${base}/start`, null);
      const opened = v.safeParse(browserSessionSchema, body);
      if (status === 200 && opened.success) {
        session = opened.output.session;
        next = opened.output.next;
        return null;
      }
      const fault = rejectionOf(status);
      if (fault !== null) return fault;
      const isLast = state === "new" && attempt >= BUSY_ATTEMPTS;
      if (isLast || attempt >= KEPT_MS / BUSY_DELAY_MS)
        return status === 409 ? "busy" : "unavailable";
      await wait(BUSY_DELAY_MS);
      if (state === "ending") return "unavailable";
    }
  }

  /** Begins again with the head of the recording and its newest fragments. */
  async function startAgain(): Promise<void> {
    const fault = await openSession();
    if (fault !== null) return fail(fault);
    isInDoubt = false;
    waiting = waiting.filter(({ isInit }) => !isInit);
    dropOlderThan(FRESH_MS);
    if (init !== null) waiting.unshift(init);
  }

  function dropOlderThan(ms: number): void {
    const isKept = ({ isInit }: Waiting, index: number): boolean =>
      isInit || (index === 0 && isInDoubt);
    while (true) {
      const index = waiting.findIndex((piece, at) => !isKept(piece, at));
      const oldest = waiting[index];
      if (oldest === undefined || now() - oldest.atMs <= ms) return;
      lostMs += (waiting[index + 1]?.atMs ?? now()) - oldest.atMs;
      waiting.splice(index, 1);
    }
  }

  function delivered({ bytes }: Waiting): void {
    waiting.shift();
    next += 1;
    failures = 0;
    isInDoubt = false;
    sent = [...sent.filter(isRecent), { atMs: now(), bytes: bytes.length }];
  }

  const isRecent = ({ atMs }: { atMs: number }): boolean => now() - atMs < RATE_WINDOW_MS;

  async function sendFirst(piece: Waiting): Promise<void> {
    isInDoubt = true;
    const path = `${base}/pieces/${next}?${new URLSearchParams({ session })}`;
    const { status, body } = await post(path, piece.bytes);
    const wanted = status === 409 ? wantedIn(body) : null;
    if (status === 200 || wanted === next + 1) return delivered(piece);
    failures += 1;
    const fault = faultOf(status, body, failures);
    if (fault !== null) return fail(fault);
    const isOther = wanted !== null && wanted !== next;
    if (status === 410 || status === 422 || isOther) return startAgain();
    // Too large for the server: without it the broadcast goes on.
    if (status === 413) return void waiting.shift();
    await wait(Math.min(LONGEST_DELAY_MS, 1_000 * failures));
  }

  const isRunning = (): boolean => state === "open" || state === "ending";

  async function run(): Promise<void> {
    while (isRunning()) {
      const [first] = waiting;
      if (first !== undefined) await sendFirst(first);
      else if (state === "ending") return;
      else await wake.promise;
    }
  }

  function signal(): void {
    wake.resolve();
    wake = Promise.withResolvers();
  }

  return {
    async start() {
      const fault = await openSession();
      if (fault !== null) {
        state = "over";
        return fault;
      }
      dropOlderThan(FRESH_MS);
      lostMs = 0;
      state = "open";
      running = run();
      return null;
    },
    add({ kind, bytes }) {
      if (state !== "new" && state !== "open") return;
      const piece = { bytes, atMs: now(), isInit: kind === "init" };
      if (piece.isInit) init = piece;
      waiting.push(piece);
      dropOlderThan(KEPT_MS);
      signal();
    },
    facts() {
      const bytes = sent.filter(isRecent).reduce((sum, one) => sum + one.bytes, 0);
      const [oldest] = waiting.filter(({ isInit }) => !isInit);
      return {
        kilobitsPerSecond: Math.round((bytes * 8) / RATE_WINDOW_MS),
        queuedSeconds: oldest === undefined ? 0 : Math.round((now() - oldest.atMs) / 1_000),
        isInterrupted: failures > 0,
        lostSeconds: Math.round(lostMs / 1_000),
      };
    },
    async end() {
      if (state !== "open") return;
      state = "ending";
      signal();
      await Promise.race([running, wait(END_MS)]);
      state = "over";
      await post(`${base}/end?${new URLSearchParams({ session })}`, null);
    },
  };
}

/** What ends a broadcast for good. */
function rejectionOf(status: number): UploadFault | null {
  if (status === 401) return "signed-out";
  if (status === 403) return "refused";
  return status === 404 ? "missing" : null;
}

/** What ends a broadcast that runs, after a number of failures. */
function faultOf(status: number, body: unknown, failures: number): UploadFault | null {
  if (status === 410 && v.is(stopSchema, body)) return "stopped";
  if (status === 422) return failures >= MAX_FAILURES ? "unreadable" : null;
  // The session of the user is renewed before the next attempt.
  if (status === 401 && failures < MAX_FAILURES) return null;
  return rejectionOf(status);
}

function wantedIn(body: unknown): number | null {
  const read = v.safeParse(wantedSchema, body);
  return read.success ? read.output.next : null;
}
