import * as v from "valibot";
import { issuePath } from "#shared/issue-path.ts";
import { isPublicAddress, isPublicHost } from "#shared/live/public-host.domain.ts";
import {
  channelSchema,
  type ChannelSource,
  checkedSourceSchema,
  notIngest,
} from "#shared/site/ministry.ts";

/** Highest position in the order of channels. */
const LAST_POSITION = 99;
const ADDRESS_LIMIT = 2_000;
const HOSTS_LIMIT = 20;
const VALUES_LIMIT = 20;
const VALUE_LIMIT = 500;

/**
 * A source that staff enter. Unlike `ministry.json`, which the operator writes, it must not lead
 * into private networks or contain code.
 */
const publicSource = v.pipe(
  checkedSourceSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [field, message] of sourceFaults(dataset.value)) {
      addIssue({ message, path: issuePath(dataset.value, field) });
    }
  }),
);

/**
 * Body of a channel; absent fields come from the file. A channel that is not in the file needs
 * name, language and source.
 */
export const channelBody = v.strictObject({
  ...channelSchema.entries,
  name: v.optional(channelSchema.entries.name),
  language: v.optional(channelSchema.entries.language),
  source: v.optional(publicSource),
  fallback: v.optional(v.pipe(publicSource, notIngest)),
  /** Channels without a position keep the file's order. */
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_POSITION))),
  /** The channel is on no page, and its players are disabled. */
  isHidden: v.optional(v.boolean()),
});

/** A complete channel, with the values of the file: the editor validates it before publishing. */
export const wholeChannel = v.strictObject({
  ...channelBody.entries,
  name: channelSchema.entries.name,
  language: channelSchema.entries.language,
  source: publicSource,
});

export type ChannelBody = v.InferOutput<typeof channelBody>;

function sourceFaults(source: ChannelSource): (readonly [field: string, message: string])[] {
  if (!("url" in source || "src" in source)) return [];
  const field = source.kind === "script" ? "src" : "url";
  const address = source.kind === "script" ? source.src : source.url;
  const hosts = source.hosts ?? [];
  const faults: (readonly [string, string])[] = [];
  if (address.length > ADDRESS_LIMIT) faults.push([field, "is too long"]);
  if (!isPublicAddress(address)) faults.push([field, "must be a public https:// address"]);
  if (hosts.length > HOSTS_LIMIT || !hosts.every((host) => isPublicHost(host))) {
    faults.push(["hosts", `must be at most ${HOSTS_LIMIT} public host names`]);
  }
  if (source.kind === "script") faults.push(...valueFaults(source));
  return faults;
}

/** Rejects attributes such as "onload", which would be code. */
function valueFaults({
  data,
  attributes,
}: Extract<ChannelSource, { kind: "script" }>): (readonly [string, string])[] {
  const isLong = (values: Readonly<Record<string, string>>): boolean =>
    Object.keys(values).length > VALUES_LIMIT ||
    Object.values(values).some((value) => value.length > VALUE_LIMIT);
  return [
    ...(isLong(data) ? [["data", "has too much in it"] as const] : []),
    ...(isLong(attributes) ? [["attributes", "has too much in it"] as const] : []),
    ...(Object.keys(attributes).some((name) => /^(?:on|src)/.test(name))
      ? [["attributes", "must not hold code"] as const]
      : []),
  ];
}
