import type { ChannelId } from "#shared/live/channels.ts";
import {
  channelId,
  type ChannelSource,
  type Ministry,
  type MinistryChannel,
} from "#shared/site/ministry.ts";
import { isPictureFile, uploadedPosterAddress } from "#shared/live/poster-name.domain.ts";
import { channelBody, type ChannelBody } from "#shared/studio/kinds/channel.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import {
  type ApplyResult,
  type DocumentFault,
  faultOf,
  type KnownMedia,
  parseBodies,
  type ReadDocument,
} from "./applied.ts";

type Placed = { id: ChannelId; channel: MinistryChannel; position: number; isHidden: boolean };

/**
 * Applies channel documents: replaces fields, adds channels, removes hidden ones and sorts by
 * position. One channel always remains.
 */
export function applyChannels(
  ministry: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
): ApplyResult {
  const { read, faults } = parseBodies(channelBody, documents);
  const problems: DocumentFault[] = [...faults];
  const placed = new Map<ChannelId, Placed>();
  for (const [id, channel] of Object.entries(ministry.channels)) {
    placed.set(id, { id, channel, position: placed.size, isHidden: false });
  }
  for (const document of read) {
    const before = placed.get(document.id);
    const channel = channelWith(before?.channel ?? null, document.body);
    const problem = channelProblem(document, channel, media);
    if (problem !== null || channel === null) {
      problems.push(faultOf(document, problem ?? "needs a name, a language and a source"));
    } else {
      const { position = before?.position ?? placed.size, isHidden = false } = document.body;
      placed.set(document.id, { id: document.id, channel, position, isHidden });
    }
  }
  const inOrder = [...placed.values()].toSorted((a, b) => a.position - b.position);
  const seen = inOrder.filter(({ isHidden }) => !isHidden);
  const shown = seen.length > 0 ? seen : inOrder.slice(0, 1);
  if (seen.length === 0) {
    const [first] = read.filter(({ id }) => id === shown[0]?.id);
    if (first) problems.push(faultOf(first, "is shown, because one channel has to remain"));
  }
  const channels = Object.fromEntries(shown.map(({ id, channel }) => [id, channel]));
  return { ministry: { ...ministry, channels }, faults: problems };
}

/** Returns the channel with its document applied; null for an incomplete new one. */
function channelWith(
  before: MinistryChannel | null,
  { position: _position, isHidden: _isHidden, ...body }: ChannelBody,
): MinistryChannel | null {
  const { name = before?.name, language = before?.language, source = before?.source } = body;
  if (name === undefined || language === undefined || source === undefined) return null;
  return { ...before, ...body, name, language, source };
}

/** Returns the reason why a channel cannot play, for the log. */
function channelProblem(
  { id }: ReadDocument<ChannelBody>,
  channel: MinistryChannel | null,
  media: KnownMedia,
): string | null {
  if (!channelId.safeParse(id).success) return "has an id that no channel can have";
  if (channel === null) return null;
  const { source, fallback, poster, use } = channel;
  const unknown = [source, fallback].map((each) => unknownLineup(each, media));
  const [lineup] = unknown.filter((name) => name !== null);
  if (lineup !== undefined) return `the library has no line-up "${lineup}"`;
  if (poster !== undefined && !isKnownPicture(poster, media)) {
    return `poster: there is no picture "${poster}"`;
  }
  return use === "fallback" && fallback === undefined ? "use: there is no back-up source" : null;
}

function unknownLineup(source: ChannelSource | undefined, { lineups }: KnownMedia): string | null {
  if (source?.kind !== "linear" || Object.hasOwn(lineups, source.lineupId)) return null;
  return source.lineupId;
}

function isKnownPicture(poster: string, { clips, pictures }: KnownMedia): boolean {
  if (uploadedPosterAddress(poster) !== null) return true;
  if (isPictureFile(poster)) return pictures?.has(poster) ?? true;
  return [...clips.keys()].includes(poster);
}
