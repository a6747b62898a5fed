import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readManifest } from "#scripts/build/built-files.ts";
import { outdatedPage, phonePage } from "./phone-page.ts";
import { runProgram } from "./run-program.ts";

const VITE = join("node_modules", "vite", "bin", "vite.js");
const ENTRY = "web/app/entry-phone.ts";

/** Builds the phone app's web files into a folder, for one server. */
export async function buildPhoneBundle(folder: string, serverUrl: string): Promise<void> {
  const args = ["build", "--mode", "phone", "--outDir", resolve(folder), "--logLevel", "warn"];
  await runProgram(VITE, [...args, "--emptyOutDir"], { NODE_ENV: "production" });
  const entry = readManifest(folder)[ENTRY];
  if (!entry) throw new Error(`The build holds no ${ENTRY}`);
  const styles = entry.css.map((path) => `/${path}`);
  const page = phonePage({ serverUrl, script: `/${entry.file}`, styles });
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "outdated.html"), outdatedPage());
  copyFileSync("web/app/favicon.svg", join(folder, "favicon.svg"));
  rmSync(join(folder, ".vite"), { recursive: true });
}
