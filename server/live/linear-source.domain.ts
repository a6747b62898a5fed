import type { ChannelId } from "#shared/live/channels.ts";
import type { ChannelSource, MinistryChannel } from "#shared/site/ministry.ts";

/** A linear programme that a channel may play. */
export type LinearProgramme = {
  lineupId: string;
  /** Path of its playlists and its guide, without a slash at the end. */
  path: string;
  /** Under this name its eras are kept. */
  eraName: string;
};

type Sources = Pick<MinistryChannel, "source" | "fallback">;

/**
 * The linear programmes of a channel: its source's, else its back-up's, at the channel's own address; a
 * back-up's beside another programme has an address of its own.
 */
export function linearProgrammes(
  id: ChannelId,
  { source, fallback }: Sources,
): readonly LinearProgramme[] {
  const lineupIds = [source, fallback].flatMap((each) =>
    each?.kind === "linear" ? [each.lineupId] : [],
  );
  const [first, second] = [...new Set(lineupIds)];
  return [
    ...(first === undefined ? [] : [{ lineupId: first, path: `/live/${id}`, eraName: id }]),
    // No channel's id ends so: its eras would be another's.
    ...(second === undefined
      ? []
      : [{ lineupId: second, path: `/live/${id}/backup`, eraName: `${id}-backup-` }]),
  ];
}

/** Path under which a channel plays a line-up; null where it does not. */
export function linearPath(
  id: ChannelId,
  channel: Sources,
  { lineupId }: Extract<ChannelSource, { kind: "linear" }>,
): string | null {
  return linearProgrammes(id, channel).find((each) => each.lineupId === lineupId)?.path ?? null;
}
