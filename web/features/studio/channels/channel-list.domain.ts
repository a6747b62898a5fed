import { type ChannelBody, channelBody } from "#shared/studio/kinds/channel.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";

/** A channel as the studio lists it, also one that is hidden. */
export type ListedChannel = {
  id: string;
  /** The file's fields with what is published over them. */
  body: ChannelBody;
  /** What the file says; null for a channel that was added here. */
  file: ChannelBody | null;
  /** Version of what is published; 0: the file alone speaks. */
  version: number;
};

/** All channels in their order: those of the file, and those that were added. */
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
      const read = channelBody.safeParse(document?.body ?? {});
      const body = { ...own, ...read.data };
      return [body.position ?? at, { id, body, file: own, version: document?.version ?? 0 }];
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, channel]) => channel);
}

/** What to publish so that a channel plays a new source at once. The one before stays as the back-up, if there is none. */
export function switchedTo(
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
