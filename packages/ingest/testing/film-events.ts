import { join } from "node:path";
import { openFilm } from "#ingest/films/film-reader.ts";
import type { MediaEvent } from "#ingest/media-event.ts";

const CLIPS = join(import.meta.dirname, "../../../media/clips");

/** Reads a film of the library as an encoder would send it, in milliseconds as RTMP has them. */
export async function filmEvents(name: string, seconds = Infinity): Promise<MediaEvent[]> {
  const film = await openFilm(join(CLIPS, name), Infinity);
  const events: MediaEvent[] = [];
  for await (const event of film.events()) {
    if (event.kind !== "video" && event.kind !== "audio") {
      events.push(event);
      continue;
    }
    const presentationMs = Math.round(event.presentationMs);
    // Pictures that follow in the file may be shown before it.
    if (presentationMs >= (seconds + 1) * 1_000) break;
    if (presentationMs >= seconds * 1_000) continue;
    if (event.kind === "audio") events.push({ ...event, presentationMs });
    else events.push({ ...event, presentationMs, decodeMs: Math.round(event.decodeMs) });
  }
  film.close();
  return events;
}
