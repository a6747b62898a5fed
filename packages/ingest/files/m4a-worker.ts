import { parentPort, workerData } from "node:worker_threads";
import { writeM4a } from "./m4a-file.ts";
import type { M4aJob } from "./make-m4a.ts";

/** Thread that copies the sound of a film into an .m4a; an error ends it. */
if (parentPort !== null) {
  const { source, target }: M4aJob = workerData;
  await writeM4a(source, target);
}
