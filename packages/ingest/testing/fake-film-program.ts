import { copyFileSync, writeFileSync } from "node:fs";

/**
 * Speaks as ffmpeg does for a film encoder. Arguments: what it does, a file, and then those of ffmpeg, of which the last
 * names the target. It "copies" the file to the target, or "fails", is "silent", or works for "ever".
 */
const [, , mode = "", file = "", ...args] = process.argv;
const target = (args.at(-1) ?? "").replace(/^file:/, "");
const writeTime = (seconds: number): boolean =>
  process.stdout.write(`frame=1\nout_time_us=${seconds * 1e6}\nprogress=continue\n`);

if (args.at(-1) === "-encoders") {
  process.stdout.write(" V....D libx264  H.264\n A....D aac  AAC\n");
} else if (mode === "fails") {
  writeFileSync(target, "half of it");
  process.stderr.write("Invalid data found when processing input");
  process.exitCode = 1;
} else if (mode === "copies") {
  process.stdin.resume().on("end", () => {
    writeTime(1);
    copyFileSync(file, target);
  });
} else if (mode === "silent" || mode === "ever") {
  process.stdin.resume();
  let seconds = 0;
  setInterval(() => mode === "ever" && writeTime(++seconds), 1);
}
