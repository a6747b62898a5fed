/**
 * Entry of the drawing page: `stage.html?clip=<id>&make=film|poster`. Sends its results to the
 * renderer and sets the page title to "done" or "failed: ...".
 */
import { CLIPS } from "./clips.ts";
import { renderFilm } from "./stage-film.ts";
import { drawPoster, encodeWebp } from "./stage-poster.ts";
import { FONT_FILES } from "./typography.ts";

const POSTER_LIMIT_BYTES = 25_500;

async function post(path: string, body: BodyInit): Promise<void> {
  const response = await fetch(path, { method: "POST", body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

async function run(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const clip = CLIPS.find((candidate) => candidate.id === query.get("clip"));
  if (!clip) throw new Error("unknown clip");
  await Promise.all(
    FONT_FILES.map(({ family, weight, style }) =>
      document.fonts.load(`${style} ${weight} 20px "${family}"`),
    ),
  );
  if (query.get("make") === "poster") {
    await post("/poster", await encodeWebp(drawPoster(clip), POSTER_LIMIT_BYTES));
  } else {
    await renderFilm(clip, post);
  }
}

try {
  await run();
  document.title = "done";
} catch (error) {
  document.title = `failed: ${String(error)}`;
}
