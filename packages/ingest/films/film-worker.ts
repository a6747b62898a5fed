import { parentPort, workerData } from "node:worker_threads";
import { runFilmJob } from "./film-job.ts";
import type { FilmJob } from "./package-film.ts";

/** Thread that packages a film. A hostile file may end it; the main thread tells why. */
if (parentPort !== null) {
  const port = parentPort;
  const job: FilmJob = workerData;
  await runFilmJob(job, (message) => port.postMessage(message));
}
