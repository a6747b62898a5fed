import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadMinistry } from "./ministry.ts";

const MEDIA = {
  lineups: { english: [], french: [] },
  clips: new Map([["clip-i-was-glad", null]]),
};

let folder: string;
let file: string;
let demonstration: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ministry-"));
  file = join(folder, "ministry.json");
  demonstration = await readFile("ministry.json", "utf8");
});

afterEach(() => rm(folder, { recursive: true }));

async function load(content: string | Buffer): Promise<string> {
  await writeFile(file, content);
  return loadMinistry(file, MEDIA).then(
    () => "accepted",
    (error: Error) => error.message.replaceAll(file, "FILE").replaceAll(folder, "FOLDER"),
  );
}

/** Problems of the demonstration ministry with one text replaced. */
async function problemsWith(from: string, to: string): Promise<readonly string[]> {
  expect(demonstration).toContain(from);
  const [first, ...lines] = (await load(demonstration.replace(from, to))).split("\n");
  return first === "accepted" ? [] : lines.map((line) => line.trim());
}

describe("loadMinistry", () => {
  it("accepts the demonstration ministry that ships, also with a byte order mark (S3.23)", async () => {
    await expect(loadMinistry("ministry.json", MEDIA)).resolves.toMatchObject({
      name: "Reign TV",
      tagline: { en: "Where Jesus Christ is King", fr: "Là où Jésus-Christ est Roi" },
    });
    expect(await load(`\u{FEFF}${demonstration}`)).toBe("accepted");
    expect(await load(demonstration.replaceAll("\n", "\r\n"))).toBe("accepted");
  });

  it("typesets each language's texts by its own rules only", async () => {
    const typed = { en: "Where ? 'tis", fr: "Qu'il règne ! Où ?" };
    const ministry = { ...JSON.parse(demonstration), tagline: typed, mission: typed };
    ministry.channels.french.name = typed;
    await writeFile(file, JSON.stringify(ministry));
    const set = { en: typed.en, fr: "Qu’il règne\u202f! Où\u202f?" };
    await expect(loadMinistry(file, MEDIA)).resolves.toMatchObject({
      tagline: set,
      mission: set,
      channels: { french: { name: set } },
    });
  });

  it("accepts a ministry without a single link, phone and address", async () => {
    const { phone, address, social, links, ...least } = JSON.parse(demonstration);
    expect([phone, address, social, links]).not.toContain(undefined);
    expect(await load(JSON.stringify(least))).toBe("accepted");
  });

  it("accepts any number of channels, in their order, and rejects none at all", async () => {
    const ministry = JSON.parse(demonstration);
    const { english, french } = ministry.channels;
    ministry.channels = { french, lingala: english, english };
    await writeFile(file, JSON.stringify(ministry));
    const { channels } = await loadMinistry(file, MEDIA);
    expect(Object.keys(channels)).toEqual(["french", "lingala", "english"]);
    ministry.channels = {};
    expect(await load(JSON.stringify(ministry))).toContain(
      "channels: must name at least one channel",
    );
  });

  it("reports in one sentence that the file cannot be read", async () => {
    await expect(loadMinistry(file, MEDIA)).rejects.toThrow(
      `The ministry file ${file} cannot be read. Create it, or set MINISTRY_FILE to another file.`,
    );
  });

  it.each([
    [
      "UTF-16",
      "utf16le",
      "\u{FEFF}",
      "The ministry file FILE is saved as UTF-16: save it as UTF-8.",
    ],
    [
      "UTF-16 without a mark",
      "utf16le",
      "",
      "The ministry file FILE is saved as UTF-16: save it as UTF-8.",
    ],
    [
      "Latin-1",
      "latin1",
      "",
      "The ministry file FILE is not saved as UTF-8: the character in line 3, column 60 is of another encoding, such as Latin-1. Save the file as UTF-8.",
    ],
  ] as const)("says how to mend a file in %s", async (_, encoding, mark, message) => {
    expect(await load(Buffer.from(mark + demonstration, encoding))).toBe(message);
  });

  it.each([
    [
      "{ \u201Cname\u201D: 1 }",
      'line 1, column 3: this is not JSON: \u201C (U+201C) is a typographic quote: use the straight double quote (") instead',
    ],
    [
      '{ "name": \u00ABReign\u00BB }',
      'line 1, column 11: this is not JSON: \u00AB (U+00AB) is a typographic quote: use the straight double quote (") instead',
    ],
    [
      '{ "name\u201D: 1 }',
      'line 1, column 3: this is not JSON: this text is never closed: \u201D (U+201D) is a typographic quote: use the straight double quote (") instead',
    ],
    [
      '{\u00A0"name": 1 }',
      "line 1, column 2: this is not JSON: here is a no-break space (U+00A0), which cannot be seen: remove it, or type an ordinary space",
    ],
    [
      '{ "name"\u200B: 1 }',
      "line 1, column 9: this is not JSON: here is a zero-width space (U+200B), which cannot be seen: remove it, or type an ordinary space",
    ],
    [
      '{ "na\u200Bme": 1 }',
      'line 1, column 3: this is not JSON: in the name "na\u200Bme" here is a zero-width space (U+200B), which cannot be seen: remove it, or type an ordinary space',
    ],
    [
      '{ "name": }',
      'line 1, column 11: this is not JSON: a value must stand here, not "}": a text stands between double quotes',
    ],
    [
      "{ name: 1 }",
      'line 1, column 3: this is not JSON: a field must stand here, not "name": its name stands between double quotes',
    ],
    [
      "{\n  'a': 1\n}",
      "line 2, column 3: this is not JSON: use double quotes instead of single ones",
    ],
    ['{\n  "a": 1,\n}', "line 2, column 9: this is not JSON: remove this comma: a } follows"],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      "line 3, column 3: this is not JSON: a comma is missing before this",
    ],
    [
      '{\n  // ours\n  "a": 1\n}',
      "line 2, column 3: this is not JSON: JSON has no comments: remove this one",
    ],
    [
      '{ "a": "b\n}',
      "line 1, column 8: this is not JSON: this text is never closed: add a double quote",
    ],
    ['{ "a": [1, 2', "line 1, column 8: this is not JSON: this bracket is never closed: add a ]"],
    [
      '{ "a": 1, "a": 2 }',
      'line 1, column 11: this is not JSON: the field "a" stands here twice: remove one',
    ],
    ["", "line 1, column 1: this is not JSON: the text ends where a value must stand"],
    ["{} x", "line 1, column 4: this is not JSON: nothing may follow the last bracket"],
  ])("reports the position where %j is not JSON", async (text, line) => {
    expect(await load(text)).toBe(`The ministry file FILE has 1 problem:\n  ${line}`);
  });

  it("rejects more channels or services than pages can show", async () => {
    const ministry = JSON.parse(demonstration);
    const { english } = ministry.channels;
    const [service] = ministry.services.weekly;
    ministry.channels = Object.fromEntries(
      Array.from({ length: 51 }, (_, n) => [`channel-${n}`, english]),
    );
    ministry.services.weekly = Array.from({ length: 101 }, (_, n) => ({ ...service, id: `s${n}` }));
    const said = await load(JSON.stringify(ministry));
    expect(said).toContain("channels: must name at most 50 channels");
    expect(said).toContain("services.weekly: must have at most 100");
  });

  it.each([
    [
      '"tagline":',
      '"taglin":',
      [
        "line 1, column 1: tagline: is missing: add it",
        'line 3, column 3: taglin: unknown field; did you mean "tagline"?',
      ],
    ],
    [
      '"instagram":',
      '"instgram": 1, "youtub":',
      [
        'line 14, column 5: social.instgram: unknown field; did you mean "instagram"?',
        'line 14, column 20: social.youtub: unknown field; did you mean "youtube"?',
      ],
    ],
    [
      "hello@reign-tv.example",
      "nobody",
      ["line 9, column 12: email: must be an email address, such as hello@example.org"],
    ],
    ['"+263 4 555 0100"', '""', ["line 8, column 12: phone: must not be empty"]],
    [
      "https://pay.reign-tv.example/donate",
      "javascript:alert(1)",
      ["line 21, column 15: links.donate: must be an https:// address"],
    ],
    [
      "https://pay.reign-tv.example/donate",
      "http://example.org/",
      ["line 21, column 15: links.donate: must be an https:// address"],
    ],
    [
      '"instagram":',
      '"instgram":',
      ['line 14, column 5: social.instgram: unknown field; did you mean "instagram"?'],
    ],
    [
      '{ "kind": "linear", "lineupId": "english" }',
      '{ "kind": "youtube" }',
      [
        "line 29, column 17: channels.english.source: a youtube source needs a videoId, or a channelId for whatever the channel shows live",
      ],
    ],
    [
      '"lineupId": "english"',
      '"lineupId": "englich"',
      [
        'line 29, column 49: channels.english.source.lineupId: the library has no "englich"; did you mean "english"?',
      ],
    ],
    [
      '"kind": "linear"',
      '"kind": "liner"',
      [
        "line 29, column 27: channels.english.source.kind: must be one of ingest, linear, hls, youtube, iframe, script",
      ],
    ],
    [
      '"english": {',
      '"English TV": {',
      [
        "line 26, column 5: channels.English TV: a channel's name is of small letters, digits and -, begins with a letter and has at most 40",
      ],
    ],
    [
      '{ "en": "Live Stream English", "fr": "Direct en anglais" }',
      "{}",
      [
        "line 27, column 15: channels.english.name.en: is missing: add it to channels.english.name",
        "line 27, column 15: channels.english.name.fr: is missing: add it to channels.english.name",
      ],
    ],
    [
      '"name": { "en": "Live Stream English", "fr": "Direct en anglais" },',
      '"name": "Live", "poster": "clip-i-was-glat",',
      [
        'line 27, column 33: channels.english.poster: the library has no "clip-i-was-glat"; did you mean "clip-i-was-glad"?',
      ],
    ],
    [
      '"name": { "en": "Live Stream English", "fr": "Direct en anglais" },',
      '"name": "Live", "poster": "posters/none.jpg",',
      [
        "line 27, column 33: channels.english.poster: there is no picture FOLDER/posters/none.jpg; put it there, or name a clip of the library",
      ],
    ],
    [
      '"name": { "en": "Live Stream English", "fr": "Direct en anglais" },',
      '"name": "Live", "poster": "../secret.jpg",',
      [
        "line 27, column 33: channels.english.poster: must name a file beside ministry.json or a clip of the library",
      ],
    ],
    [
      '"library-music"',
      '"library-songs"',
      [
        "line 45, column 14: playlists.music: the library has no such playlist: known are library-sermons, library-prophecies, library-prophecy-confirmations, library-testimonies, library-personal-prophecies, library-humanitarian, library-movies, library-music, library-announcements",
      ],
    ],
    [
      '"library-music"',
      '"x"',
      [
        "line 45, column 14: playlists.music: must be a playlist id of 10 to 64 letters, digits, _ or -",
      ],
    ],
    [
      '"id": "sunday"',
      '"id": "thursday"',
      [
        'line 52, column 15: services.weekly.1.id: another service has the id "thursday" already: give each its own',
      ],
    ],
    [
      '"weekday": "sunday"',
      '"weekday": "sundai"',
      [
        'line 52, column 36: services.weekly.1.weekday: must be one of sunday, monday, tuesday, wednesday, thursday, friday, saturday; did you mean "sunday"?',
      ],
    ],
    [
      "Europe/Paris",
      "Europe/Nowhere",
      ["line 49, column 17: services.timeZone: must be an IANA time zone such as Europe/Paris"],
    ],
    [
      '"Europe/Paris",',
      '"Europe/Paris", "exceptions": [{ "serviceId": "thursday", "date": "2026-11-26", "kind": "cancelled", "note": { "fr": "" } }],',
      ["line 49, column 134: services.exceptions.0.note.fr: must not be empty"],
    ],
    [
      '"durationMinutes": 120',
      '"durationMinutes": "120"',
      ['line 51, column 87: services.weekly.0.durationMinutes: must be a number, not "120"'],
    ],
  ])("names %s as %s with its position and a hint", async (from, to, lines) => {
    expect(await problemsWith(from, to)).toEqual(lines);
  });

  it("reports every problem at once, in the order of the file", async () => {
    const broken = demonstration
      .replace("+263 4 555 0100", "")
      .replace("hello@reign-tv.example", "nobody")
      .replace('"library-music"', '"x"');
    const message = await load(broken);
    expect(
      message.split("\n").map((line) => line.replace(/^ +line (\d+).*?: (\S+): .*/, "$1 $2")),
    ).toEqual([
      "The ministry file FILE has 3 problems:",
      "8 phone",
      "9 email",
      "45 playlists.music",
    ]);
  });
});
