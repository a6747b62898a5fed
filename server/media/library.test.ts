import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  largeFilmOf,
  makeClip,
  type MediaFixture,
  writeMediaFixture,
} from "#tests/support/media-fixture.ts";
import { loadLibrary } from "./library.ts";

let fixture: MediaFixture | null = null;

afterEach(async () => {
  await fixture?.remove();
  fixture = null;
});

it("gives each clip a version, the same in every process, that changes with the clip", async () => {
  const clips = [makeClip("clip-one", [4.8, 4.8]), makeClip("clip-two", [4.8])];
  fixture = await writeMediaFixture(clips, { english: ["clip-one"] });
  const [first, second] = [
    await loadLibrary(fixture.directory),
    await loadLibrary(fixture.directory),
  ];
  expect(first.clips.get("clip-one")?.version).toMatch(/^[\w-]{8}$/);
  expect(second.clips).toEqual(first.clips);
  expect(first.clips.get("clip-two")?.version).not.toBe(first.clips.get("clip-one")?.version);
  expect(first.captions.get("clip-one.en.vtt")).toBe("WEBVTT\n");
});

it("reports every problem at once", async () => {
  const twice = makeClip("clip-twice", [4.8]);
  const short = makeClip("clip-short", [4.8]);
  const tooFar = makeClip("clip-far", [4.8], { init: { offset: 5000, length: 10 } });
  const outside = makeClip("clip-outside", [4.8], { poster: "../secret.webp" });
  fixture = await writeMediaFixture([twice, short, tooFar], { english: ["clip-missing"] });
  await writeFile(
    join(fixture.directory, "library.json"),
    JSON.stringify({ version: 1, clips: [twice, twice, short, tooFar, outside] }),
  );
  await writeFile(join(fixture.directory, short.media), "three");
  await rm(join(fixture.directory, twice.poster));
  await writeFile(join(fixture.directory, "captions/clip-far.en.vtt"), "1\n00:00 hello");
  const { id: _own, ...compilation } = twice;
  await writeFile(
    join(fixture.directory, "compilations.json"),
    JSON.stringify([
      { ...compilation, id: "clip-all", parts: ["clip-far", "clip-nowhere"] },
      { ...compilation, id: "clip-far", parts: ["clip-far", "clip-short"] },
    ]),
  );
  const message = await loadLibrary(fixture.directory).then(
    () => "no error",
    (error: Error) => error.message,
  );
  for (const part of [
    'clip "clip-twice" stands there twice',
    'english: no clip "clip-missing"',
    "clip-short: clips/clip-short.mp4 has 5 bytes, not 1100",
    "clip-twice: posters/clip-twice.webp is missing",
    "clip-far: a segment ends beyond the file",
    "clip-far: captions/clip-far.en.vtt is not WebVTT",
    'compilations.json: clip-all: no clip "clip-nowhere"',
    'compilations.json: clip "clip-far" stands there twice',
    'clip-outside: "../secret.webp" is not a path below media/',
  ]) {
    expect(message).toContain(part);
  }
});

it("checks the large rendition like the small one, and that both have the same cuts", async () => {
  const clip = makeClip("clip-one", [4.8, 4.8]);
  const cutElsewhere = largeFilmOf(makeClip("clip-two", [4.8, 2.4]));
  const wrong = { ...clip, id: "clip-two", captions: [], large: cutElsewhere };
  const missing = makeClip("clip-three", [4.8]);
  fixture = await writeMediaFixture([{ ...clip, large: largeFilmOf(clip) }, wrong, missing], {});
  const { directory } = fixture;
  const clips = [clip, wrong, { ...missing, large: largeFilmOf(missing) }];
  await writeFile(join(directory, "library.json"), JSON.stringify({ version: 1, clips }));
  const reason = await loadLibrary(directory).catch(String);
  expect(reason).toContain("clip-two: its sizes are not cut at the same moments");
  expect(reason).toContain("clip-three: clips/clip-three.720p.mp4 is missing");
  expect(reason).not.toContain("clip-one");
});

it.each([
  ["no JSON at all", "{", "library.json: "],
  ["a wrong version", '{"version":2,"clips":[]}', "library.json: version: "],
  ["no clips", '{"version":1,"clips":[]}', "library.json: clips: "],
])("rejects a library file with %s by name and path", async (_what, text, expected) => {
  fixture = await writeMediaFixture([makeClip("clip-one", [4.8])], { english: ["clip-one"] });
  await writeFile(join(fixture.directory, "library.json"), text);
  await expect(loadLibrary(fixture.directory)).rejects.toThrow(expected);
});

it("rejects a missing folder with both file names", async () => {
  await expect(loadLibrary("/nowhere/media")).rejects.toThrow(/library\.json[\s\S]*lineups\.json/);
});
