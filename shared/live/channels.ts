/** Key of a channel in `ministry.json`, for example "english"; part of URLs. */
export type ChannelId = string;

/** Values by channel, in the ministry's order. */
export type Channels<Facts> = Readonly<Record<ChannelId, Facts>>;

export function channelIds(channels: Channels<unknown>): ChannelId[] {
  return Object.keys(channels);
}

/**
 * Returns the leading channel: the large player on Home and the first of Live TV. A page prefers
 * one in its language.
 *
 * @throws Error without channels; `ministry.json` requires one
 */
export function firstChannel(channels: Channels<unknown>): ChannelId {
  const [first] = channelIds(channels);
  if (first === undefined) throw new Error("The ministry has no channel");
  return first;
}

/**
 * Returns the leading channel of a page. While a service runs, it is the one that carries it,
 * whatever its language.
 */
export function leadingChannel(channels: Channels<unknown>, carrier = ""): ChannelId {
  return carrier in channels ? carrier : firstChannel(channels);
}

/**
 * Returns the value of a channel.
 *
 * @throws Error for an unknown id
 */
export function channelNamed<Facts>(channels: Channels<Facts>, id: ChannelId): Facts {
  const found = Object.hasOwn(channels, id) ? channels[id] : undefined;
  if (found === undefined) throw new Error(`There is no channel "${id}"`);
  return found;
}

type Choice<Source> = {
  readonly source: Source;
  readonly fallback?: Source | undefined;
  readonly use?: "source" | "fallback" | undefined;
};

/** Returns the source that staff selected: the back-up if selected and present. */
export function chosenSource<Source>({ source, fallback, use }: Choice<Source>): Source {
  return use === "fallback" && fallback !== undefined ? fallback : source;
}
