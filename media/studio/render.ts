/**
 * Renders the bundled library into `media/`; README.md lists the requirements.
 *
 *   node render.ts [--only <id>[,<id>]] [--make pictures,streams,films,savers,posters,library]
 *                  [--work <folder>]
 *
 * "pictures" draws background and lettering into the work folder (about 15 MB a clip), "streams"
 * composes and encodes them, "films" renders the music and packages both, "savers" makes the
 * smallest size and the sound alone of finished films: a step can be repeated without the earlier
 * ones. "savers" and "library" need no Chromium.
 */
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import type { Browser } from "playwright";

import { webVtt } from "./film-texts.ts";
import { readLayers, TINY } from "./film-format.ts";
import { filmPath, sizesOf, soundPath, type ClipSpec, CLIPS } from "./clips.ts";
import { copySound, encodeMusic, encodePictures, encodeSmaller, streamFile } from "./encode.ts";
import { writeLibrary } from "./library.ts";
import { packageClip } from "./package-mp4.ts";
import { startStageServer, type StageServer } from "./stage-server.ts";

const MEDIA = resolve(import.meta.dirname, "..");
const FONTS = resolve(import.meta.dirname, "node_modules/@fontsource");
const ALL_MAKES = "pictures,streams,films,savers,posters,library";
const MAKES_WITHOUT_STAGE: readonly string[] = ["savers", "library"];
const PAGE_TIMEOUT_MS = 900_000;

type Studio = { browser: Browser; stage: StageServer; workFolder: string };

async function drawOnStage(studio: Studio, clip: ClipSpec, make: "film" | "poster"): Promise<void> {
  const page = await studio.browser.newPage();
  try {
    await page.goto(`${studio.stage.origin}/stage.html?clip=${clip.id}&make=${make}`);
    await page.waitForFunction('document.title !== "drawing"', null, { timeout: PAGE_TIMEOUT_MS });
    const title = await page.title();
    if (title !== "done") throw new Error(`${clip.id}: ${title}`);
  } finally {
    await page.close();
  }
}

/** Returns the path of a file drawn by the page. */
function drawnFile(studio: Studio, clip: ClipSpec, path: string): string {
  return join(studio.workFolder, `${clip.id}${path.replaceAll("/", ".")}`);
}

async function drawPictures(studio: Studio, clip: ClipSpec): Promise<void> {
  const light = await open(drawnFile(studio, clip, "/light"), "w");
  studio.stage.receive = (path, body) =>
    path === "/light" ? light.writeFile(body) : writeFile(drawnFile(studio, clip, path), body);
  await drawOnStage(studio, clip, "film");
  await light.close();
}

async function makeStreams(studio: Studio, clip: ClipSpec): Promise<void> {
  const layers = readLayers(await readFile(drawnFile(studio, clip, "/layers"), "utf8"));
  const lineFiles = layers.map((_, index) => drawnFile(studio, clip, `/line/${index}`));
  const drawn = { lightFile: drawnFile(studio, clip, "/light"), lineFiles, layers };
  await encodePictures(clip, drawn, studio.workFolder);
}

async function makeFilms(studio: Studio, clip: ClipSpec): Promise<void> {
  const audioFile = await encodeMusic(clip, studio.workFolder);
  for (const size of sizesOf(clip)) {
    await packageClip({
      clip,
      video: { size, file: streamFile(clip, size, studio.workFolder) },
      audioFile,
      outputFile: join(MEDIA, filmPath(clip, size)),
    });
  }
  await writeFile(join(MEDIA, "captions", `${clip.id}.${clip.language}.vtt`), webVtt(clip));
}

/** For viewers and listeners with little data, from the finished films. */
async function makeSavers(clip: ClipSpec, workFolder: string): Promise<void> {
  const [smallest] = sizesOf(clip);
  const largest = sizesOf(clip).at(-1) ?? smallest;
  const filmFile = join(MEDIA, filmPath(clip, largest));
  const audioFile = await copySound(clip, filmFile, workFolder);
  await packageClip({ clip, audioFile, outputFile: join(MEDIA, soundPath(clip)) });
  const file = await encodeSmaller(clip, { filmFile, size: TINY }, workFolder);
  await packageClip({
    clip,
    audioFile,
    video: { size: TINY, file },
    outputFile: join(MEDIA, filmPath(clip, TINY)),
  });
}

async function makePoster(studio: Studio, clip: ClipSpec): Promise<void> {
  studio.stage.receive = (_path, body) =>
    writeFile(join(MEDIA, "posters", `${clip.id}.webp`), body);
  await drawOnStage(studio, clip, "poster");
}

async function openStudio(workFolder: string): Promise<Studio> {
  const { chromium } = await import("playwright");
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-accelerated-2d-canvas",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
  const stage = await startStageServer(FONTS);
  return { browser, stage, workFolder };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      make: { type: "string", default: ALL_MAKES },
      work: { type: "string", default: join(tmpdir(), "reign-media") },
    },
  });
  const wanted = values.only?.split(",");
  const clips = CLIPS.filter((clip) => wanted === undefined || wanted.includes(clip.id));
  const makes = values.make.split(",");
  for (const folder of ["clips", "posters", "captions"]) {
    await mkdir(join(MEDIA, folder), { recursive: true });
  }
  const workFolder = resolve(values.work);
  await mkdir(workFolder, { recursive: true });
  if (makes.some((make) => !MAKES_WITHOUT_STAGE.includes(make))) {
    const studio = await openStudio(workFolder);
    for (const clip of clips) {
      const startedAt = Date.now();
      if (makes.includes("posters")) await makePoster(studio, clip);
      if (makes.includes("pictures")) await drawPictures(studio, clip);
      if (makes.includes("streams")) await makeStreams(studio, clip);
      if (makes.includes("films")) await makeFilms(studio, clip);
      console.log(`${clip.id} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
    }
    studio.stage.close();
    await studio.browser.close();
  }
  if (makes.includes("savers")) {
    for (const clip of clips) {
      await makeSavers(clip, workFolder);
      console.log(`${clip.id} for little data`);
    }
  }
  if (makes.includes("library")) await writeLibrary(MEDIA);
}

await main();
