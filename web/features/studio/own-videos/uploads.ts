import * as v from "valibot";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { createStore } from "#web/lib/store.ts";
import { createFileUpload, type FileUpload, type FileUploadState } from "./file-upload.ts";
import { uploadRequests } from "./upload-requests.ts";

/** Files of a video that are uploaded: itself, or its small rendition. */
export type UploadKind = "main" | "low";

/** An upload of this tab. */
export type RunningUpload = FileUploadState & { id: string; kind: UploadKind; file: File };

const REMEMBERED = 20;

/** Which file belongs to which video, for the time after a reload. */
const FILES_OF_UPLOADS = storedEntry(
  "studioUploads",
  v.array(v.object({ id: v.string(), file: v.string() })),
  [],
);

/** Uploads of this tab. */
export const runningUploads = createStore<readonly RunningUpload[]>([]);
const engines = new Map<string, FileUpload>();

const keyOf = (id: string, kind: UploadKind): string => `${id}/${kind}`;

function stateChanged(id: string, kind: UploadKind, state: FileUploadState): void {
  const running = runningUploads.read();
  runningUploads.set(
    running.map((one) => (one.id === id && one.kind === kind ? { ...one, ...state } : one)),
  );
  if (state.phase === "done" && kind === "main") forget(id);
}

function remember(id: string, file: File): void {
  const others = readStored(FILES_OF_UPLOADS).filter((one) => one.id !== id);
  const all = [...others, { id, file: fingerprintOf(file) }];
  writeStored(FILES_OF_UPLOADS, all.slice(-REMEMBERED));
}

function forget(id: string): void {
  const kept = readStored(FILES_OF_UPLOADS).filter((one) => one.id !== id);
  writeStored(FILES_OF_UPLOADS, kept);
}

/** Tells one file from another, also after a reload. */
function fingerprintOf({ name, size, lastModified }: File): string {
  return `${name}|${size}|${lastModified}`;
}

/** Returns the video for which this file was being uploaded on this device; null without one. */
export function videoOfFile(file: File): string | null {
  const wanted = fingerprintOf(file);
  return readStored(FILES_OF_UPLOADS).find((one) => one.file === wanted)?.id ?? null;
}

/** Returns whether this is the file whose upload goes on. */
export function isFileOf(
  { id, upload }: Pick<StudioOwnVideo, "id" | "upload">,
  file: File,
): boolean {
  if (upload === null || upload.bytes !== file.size) return false;
  const known = readStored(FILES_OF_UPLOADS).find((one) => one.id === id);
  return known === undefined || known.file === fingerprintOf(file);
}

/** Uploads outlive the page that starts them, so that staff can fill in the rest in the meantime. */
export const uploads = {
  /** Sends a file that was announced, or goes on with it. */
  start(open: OpenClient, { id, kind, file }: Pick<RunningUpload, "id" | "kind" | "file">): void {
    engines.get(keyOf(id, kind))?.pause();
    const path = kind === "main" ? `${id}/upload` : `${id}/low/upload`;
    const engine = createFileUpload({
      file,
      ...uploadRequests(open, path),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => performance.now(),
      onChange: (state) => {
        if (engines.get(keyOf(id, kind)) === engine) stateChanged(id, kind, state);
      },
    });
    engines.set(keyOf(id, kind), engine);
    if (kind === "main") remember(id, file);
    const others = runningUploads.read().filter((one) => one.id !== id || one.kind !== kind);
    runningUploads.set([...others, { id, kind, file, ...engine.state() }]);
    void engine.run();
  },
  pause: (id: string, kind: UploadKind): void => engines.get(keyOf(id, kind))?.pause(),
  resume: (id: string, kind: UploadKind): void => void engines.get(keyOf(id, kind))?.run(),
  /** Ends an upload on this device; its video is deleted separately. */
  drop(id: string): void {
    for (const kind of ["main", "low"] as const) {
      engines.get(keyOf(id, kind))?.pause();
      engines.delete(keyOf(id, kind));
    }
    forget(id);
    runningUploads.set(runningUploads.read().filter((one) => one.id !== id));
  },
};

if (typeof window !== "undefined") {
  window.addEventListener("online", () => {
    for (const engine of engines.values()) engine.wake();
  });
  window.addEventListener("beforeunload", (event) => {
    if (runningUploads.read().some(({ phase }) => phase === "sending" || phase === "waiting"))
      event.preventDefault();
  });
}
