import { OWN_VIDEO_PART_BYTES } from "#shared/contracts/own-videos.ts";

/** Answer to HEAD or PATCH; status 0 without a connection. */
export type UploadAnswer = { status: number; offset: number | null };

/** Reason why an upload cannot go on by itself. */
export type FileUploadFault = "file-gone" | "signed-out" | "refused" | "gone" | "space" | "failed";

/** How an upload goes. */
export type FileUploadState = {
  phase: "sending" | "waiting" | "paused" | "done" | "failed";
  fault: FileUploadFault | null;
  sentBytes: number;
  totalBytes: number;
  /** Null before it is known. */
  secondsLeft: number | null;
};

type UploadDeps = {
  file: Pick<Blob, "size" | "slice">;
  /** Asks how much has arrived. Never rejects. */
  head: (signal: AbortSignal) => Promise<UploadAnswer>;
  /** Adds bytes at an offset. Never rejects. */
  patch: (offset: number, bytes: ArrayBuffer, signal: AbortSignal) => Promise<UploadAnswer>;
  /** Waits for milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  /** Clock; milliseconds. */
  now: () => number;
  onChange: (state: FileUploadState) => void;
};

export type FileUpload = {
  state: () => FileUploadState;
  /** Sends until the file has arrived, or it is paused or fails. */
  run: () => Promise<void>;
  pause: () => void;
  /** Ends a pause between two attempts, when the connection is back. */
  wake: () => void;
};

/** First part; parts grow on fast lines. A part is what a cut can cost, and the step of the progress. */
const FIRST_PART_BYTES = 262_144;
const SMALLEST_PART_BYTES = 131_072;
const PART_MS = 8_000;
const RATE_WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
const MAX_REJECTIONS = 5;

/** What answers mean for an upload; all others pass. */
const FAULTS: Readonly<Record<number, FileUploadFault>> = {
  400: "failed",
  401: "signed-out",
  403: "refused",
  404: "gone",
  409: "failed",
  410: "gone",
  413: "failed",
  415: "failed",
  422: "failed",
  507: "space",
};
/** Faults that may pass: the session is renewed before the next attempt. */
const REPEATED: readonly FileUploadFault[] = ["signed-out", "failed"];

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Uploads a file in parts (`OWN_VIDEOS_PATH`): after a cut it asks what has arrived and goes on there, for as long as
 * it takes.
 */
export function createFileUpload(deps: UploadDeps): FileUpload {
  const { file, wait, now } = deps;
  let state: FileUploadState = {
    phase: "paused",
    fault: null,
    sentBytes: 0,
    totalBytes: file.size,
    secondsLeft: null,
  };
  /** Null: the server is to be asked. */
  let offset: number | null = null;
  let partBytes = FIRST_PART_BYTES;
  let isLastSent = false;
  let failures = 0;
  let rejections = 0;
  let arrived: { atMs: number; bytes: number }[] = [];
  let stop = new AbortController();
  let woken = Promise.withResolvers<void>();

  function set(changes: Partial<FileUploadState>): void {
    state = { ...state, ...changes };
    deps.onChange(state);
  }

  function fail(fault: FileUploadFault): void {
    set({ phase: "failed", fault, secondsLeft: null });
  }

  function secondsLeft(): number | null {
    arrived = arrived.filter(({ atMs }) => now() - atMs <= RATE_WINDOW_MS);
    const [first] = arrived;
    const last = arrived.at(-1);
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
    const perMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
    return perMs <= 0 ? null : Math.round((file.size - last.bytes) / perMs / 1_000);
  }

  function reached(bytes: number): void {
    offset = bytes;
    failures = 0;
    rejections = 0;
    arrived.push({ atMs: now(), bytes });
    set({ phase: "sending", sentBytes: bytes, secondsLeft: secondsLeft() });
  }

  /** Waits before the next attempt, longer after each failure. */
  async function pauseBetween(): Promise<void> {
    offset = null;
    arrived = [];
    partBytes = Math.max(SMALLEST_PART_BYTES, partBytes / 2);
    failures += 1;
    set({ phase: "waiting", secondsLeft: null });
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
    woken = Promise.withResolvers();
    await Promise.race([wait(delayMs), woken.promise]);
  }

  async function handle({ status, offset: told }: UploadAnswer): Promise<void> {
    const isTold = told !== null && told <= file.size;
    // 409: another attempt of the same part has arrived, or a second tab sends.
    if (isTold && (status === 409 || isSuccess(status))) return reached(told);
    // The file is complete, and its check has begun: the answer was lost.
    if (isLastSent && [404, 409, 410].includes(status)) return reached(file.size);
    const fault = FAULTS[status] ?? null;
    const isFinal = fault !== null && !REPEATED.includes(fault);
    if (fault !== null && !isFinal) rejections += 1;
    if (fault !== null && (isFinal || rejections >= MAX_REJECTIONS)) return fail(fault);
    await pauseBetween();
  }

  async function sendPart(from: number, signal: AbortSignal): Promise<void> {
    const size = Math.min(OWN_VIDEO_PART_BYTES, Math.floor(partBytes));
    const bytes = await file
      .slice(from, from + size)
      .arrayBuffer()
      .catch(() => null);
    // Moved, deleted or changed since it was chosen.
    if (bytes === null) return fail("file-gone");
    isLastSent = from + bytes.byteLength >= file.size;
    const startedMs = now();
    const answer = await deps.patch(from, bytes, signal);
    const tookMs = Math.max(1, now() - startedMs);
    if (isSuccess(answer.status))
      partBytes = Math.min(
        OWN_VIDEO_PART_BYTES,
        Math.max(SMALLEST_PART_BYTES, (size * PART_MS) / tookMs),
        partBytes * 2,
      );
    if (!signal.aborted) await handle(answer);
  }

  const isRunning = (signal: AbortSignal): boolean =>
    !signal.aborted && (state.phase === "sending" || state.phase === "waiting");

  return {
    state: () => state,
    async run() {
      if (isRunning(stop.signal) || state.phase === "done") return;
      stop = new AbortController();
      const { signal } = stop;
      offset = null;
      failures = 0;
      rejections = 0;
      set({ phase: "sending", fault: null });
      while (isRunning(signal)) {
        if (offset === file.size) return set({ phase: "done", secondsLeft: 0 });
        if (offset !== null) await sendPart(offset, signal);
        else {
          const answer = await deps.head(signal);
          if (!signal.aborted) await handle(answer);
        }
      }
    },
    pause() {
      if (!isRunning(stop.signal)) return;
      stop.abort();
      woken.resolve();
      arrived = [];
      set({ phase: "paused", secondsLeft: null });
    },
    wake: () => woken.resolve(),
  };
}
