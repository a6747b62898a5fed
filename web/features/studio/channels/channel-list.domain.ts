import * as v from "valibot";
import { type ChannelBody, channelBody } from "#shared/studio/kinds/channel.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";

/** Channel in the list of the studio; hidden ones included. */
export type ListedChannel = {
  id: string;
  /** Fields of ministry.json with the published document over them. */
  body: ChannelBody;
  /** Values of ministry.json; null for a channel that was added in the studio. */
  file: ChannelBody | null;
  /** Version of the published document; 0 without one. */
  version: number;
};

/** Returns all channels in their order: those of ministry.json and added ones. */
export function listChannels(
  file: StudioChannels["file"],
  documents: readonly StudioDocument[],
): ListedChannel[] {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const published = documents.filter(({ body }) => body !== null).map(({ id }) => id);
  const ids = [...new Set([...Object.keys(file), ...published])];
  return ids
    .map((id, at): [number, ListedChannel] => {
      const own = Object.hasOwn(file, id) ? (file[id] ?? null) : null;
      const document = byId.get(id);
      const read = v.safeParse(channelBody, document?.body ?? {});
      const body = { ...own, ...(read.success && read.output) };
      return [body.position ?? at, { id, body, file: own, version: document?.version ?? 0 }];
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, channel]) => channel);
}

/**
 * Returns the changes that play a new source at once. The previous source becomes the back-up when
 * there is none.
 */
export function switchSourceChanges(
  { source, fallback }: ChannelBody,
  next: NonNullable<ChannelBody["source"]>,
): Readonly<Record<string, unknown>> {
  return {
    source: next,
    ...(fallback === undefined && source !== undefined && { fallback: source }),
    use: "source",
    isOffAir: false,
  };
}
