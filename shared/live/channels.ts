/** The name of a channel in `ministry.json`, for example "english"; it stands in addresses. */
export type ChannelId = string;

/** Something of each channel, in the order in which the ministry lists them. */
export type Channels<Facts> = Readonly<Record<ChannelId, Facts>>;

/** The ids of channels, in the ministry's order. */
export function channelIds(channels: Channels<unknown>): ChannelId[] {
  return Object.keys(channels);
}

/**
 * The channel that leads: its player is the large one on Home, and Live TV opens with it. On a page it
 * is one that speaks the page's language, where there is one.
 *
 * @throws Error when there is none, which `ministry.json` cannot say.
 */
export function firstChannel(channels: Channels<unknown>): ChannelId {
  const [first] = channelIds(channels);
  if (first === undefined) throw new Error("The ministry has no channel");
  return first;
}

/**
 * What there is of the channel of an id that the same list gave.
 *
 * @throws Error for an id of elsewhere.
 */
export function channelNamed<Facts>(channels: Channels<Facts>, id: ChannelId): Facts {
  const found = Object.hasOwn(channels, id) ? channels[id] : undefined;
  if (found === undefined) throw new Error(`There is no channel "${id}"`);
  return found;
}
