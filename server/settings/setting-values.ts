import * as v from "valibot";
import { ONE_LINE } from "#shared/site/localized-text.schema.ts";
import { EMAIL_ADDRESS } from "#shared/formats.ts";
import { isNetwork } from "@reign-tv/kit/http/client-address.ts";
import { SERVICE_TEXT_ID } from "#shared/bible/bible-versions.ts";
import { parseEmbedParents, parseProviders } from "./config-parsers.ts";

/** Schemas of the values of settings: from the text of a variable to its value. */

export const finiteNumber = v.pipe(v.string(), v.toNumber(), v.finite());
export const wholeNumber = v.pipe(finiteNumber, v.safeInteger());
export const positiveInteger = v.pipe(wholeNumber, v.minValue(1));
const PORT_ERROR = "must be a whole number from 1 to 65535";
export const port = v.pipe(
  v.string(),
  v.toNumber(PORT_ERROR),
  v.integer(PORT_ERROR),
  v.minValue(1, PORT_ERROR),
  v.maxValue(65_535, PORT_ERROR),
);
/** Null: none. */
export const portOrOff = v.pipe(
  v.string(),
  v.transform((text) => (text === "0" || text === "off" ? null : text)),
  v.nullable(port),
);
export const filled = v.pipe(v.string(), v.nonEmpty());
/** A host name or an IP address; an IPv6 address has two colons or more. */
export const hostAlone = v.pipe(
  v.string(),
  v.regex(
    /^(?:[^:/\s]+|[^/\s]*:[^/\s]*:[^/\s]*)$/,
    "must be a host name or address without a port; set the port in PORT",
  ),
);
export const httpUrl = urlWith(/^https?:\/\//i, "must be an http:// or https:// address");
export const baseAddress = v.pipe(
  httpUrl,
  v.transform((url) => url.replace(/\/+$/, "")),
);
export const originOnly = v.pipe(
  httpUrl,
  v.transform((url) => new URL(url)),
  v.check(
    isBare,
    ({ input }) =>
      `must be an address without a path (the site cannot run in a subfolder). Use ${input.origin}`,
  ),
  v.transform((url) => url.origin),
);
/** A single origin: mails, share tags and sessions know one host. */
export const publicUrl = v.pipe(
  v.string(),
  v.check(
    (text) => addressesIn(text).length < 2,
    ({ input }) =>
      `must be a single address: links in emails, share previews and sign-in need one host. Use ${addressesIn(input)[0]}, and redirect the others to it in your proxy`,
  ),
  originOnly,
);
export const embedParents = v.pipe(v.string(), parsedBy(parseEmbedParents));
export const flag = v.pipe(
  v.picklist(["0", "1", "true", "false"]),
  v.transform((value) => value === "1" || value === "true"),
);
const commaList = v.pipe(
  v.string(),
  v.transform((list) => list.split(",").map((part) => part.trim())),
);

const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/;
export const fingerprints = v.pipe(
  commaList,
  v.array(
    v.pipe(
      v.string(),
      v.regex(FINGERPRINT, "must be 32 pairs of 0-9 and A-F joined by colons, or a list"),
    ),
  ),
);

const schemaName = v.pipe(v.string(), v.nonEmpty("must be names of schemas, separated by commas"));
export const schemaNames = v.pipe(commaList, v.tupleWithRest([schemaName], schemaName));

/** Origins, also of apps, whose schemes are their own. */
export const origins = v.pipe(
  listOf(/^[a-z][\w+.-]*:\/\/[^/\s]+\/?$/i, "addresses without a path"),
  v.transform((list) => list.replaceAll(/\/(?=\s*(?:,|$))/g, "")),
);
export const addresses = listOf(/^[a-z][\w+.-]*:\S+$/i, "addresses");
export const hosts = listOf(/^[^:/\s]+$/, "host names");

const SENDER = /^(?:[^<>]*<(?<inside>[^<>]+)>|(?<alone>[^<>]+))$/;
/** "Name <email>", or an email address. */
export const sender = v.pipe(
  v.string(),
  v.regex(ONE_LINE, "must be one line"),
  v.check((text) => {
    const { inside, alone } = SENDER.exec(text)?.groups ?? {};
    return EMAIL_ADDRESS.test((inside ?? alone ?? "").trim());
  }, "must be an email address, or a name and an address as in Name <tv@example.org>"),
);

/** IP addresses and networks. */
export const networks = v.pipe(
  v.string(),
  v.transform(partsOf),
  v.rawCheck(({ dataset, addIssue }) => {
    const wrong = dataset.typed ? dataset.value.find((part) => !isNetwork(part)) : undefined;
    if (wrong !== undefined) {
      addIssue({ message: `"${wrong}" is neither an address nor a network, such as 10.0.0.0/8` });
    }
  }),
);

/** Only a shell expands ~; here it would be the name of a folder. */
export const localPath = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check(
    (text) => !text.startsWith("~"),
    "must not begin with ~: write the path in full, such as /home/name/x",
  ),
);

const TEXT_NAMES_ERROR = 'must be ids of texts separated by commas, or "none"';
export const textNames = v.pipe(
  commaList,
  v.transform((ids) => (ids.join() === "none" ? [] : ids)),
  v.array(v.pipe(v.string(), v.regex(SERVICE_TEXT_ID, TEXT_NAMES_ERROR))),
  v.maxLength(20, "must be 20 or less"),
);

export const providers = v.pipe(v.string(), parsedBy(parseProviders));

export const timeOrOff = v.pipe(
  v.string(),
  v.regex(/^(?:off|(?:[01]\d|2[0-3]):[0-5]\d)$/, 'must be a time such as 03:00, or "off"'),
  v.transform((text) => {
    if (text === "off") return null;
    const [hours, minutes] = splitNumbers(text);
    return { hours, minutes };
  }),
);

export const postgresUrl = urlWith(
  /^postgres(?:ql)?:/i,
  "must be an address such as postgres://login:password@host:5432/database",
);

export const smtpUrl = urlWith(
  /^smtps?:/i,
  "must be an address such as smtps://login:password@mail.example.org, with @ and : in the password written as %40 and %3A",
);

/** A list that is kept as its text. @param part form of each part. @param name what they are. */
function listOf(part: RegExp, name: string) {
  return v.pipe(
    v.string(),
    v.check(
      (text) => partsOf(text).every((one) => part.test(one)),
      `must be ${name}, separated by commas`,
    ),
  );
}

/** Splits a list at its commas and trims its parts. */
export function partsOf(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** A URL of some schemes; spaces around it are removed. */
function urlWith(scheme: RegExp, message: string) {
  return v.pipe(v.string(), v.trim(), v.regex(scheme, message), v.url(message));
}

/** @param parse returns the value, or the problem as a text. */
function parsedBy<Value extends object>(parse: (text: string) => Value | string) {
  return v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    const read = parse(dataset.value);
    if (typeof read !== "string") return read;
    addIssue({ message: read });
    return NEVER;
  });
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;|]+/).filter((part) => part !== "");
}

function splitNumbers(time: string): [number, number] {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return [hours, minutes];
}

function isBare({ pathname, search, hash, username }: URL): boolean {
  return pathname === "/" && search === "" && hash === "" && username === "";
}
