/** The two live channels (specification section 2). Free of the schema, so that browsers can use it. */
export const CHANNEL_IDS = ["english", "french"] as const;

export type ChannelId = (typeof CHANNEL_IDS)[number];
