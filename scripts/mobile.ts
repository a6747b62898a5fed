import { join } from "node:path";
import { buildPhoneBundle } from "./mobile/phone-bundle.ts";
import { runProgram } from "./mobile/run-program.ts";
import { readServerUrl } from "./mobile/server-url.ts";
import { packTvShells } from "./mobile/tv-shells.ts";
import { runCommand } from "./commands/run-command.ts";

/**
 * `npm run mobile`: builds the packages as far as no store's tools are needed. Puts the web files of the
 * native app into the Android and iOS projects, and the television shells into dist/tv.
 */

const CAPACITOR = join("node_modules", "@capacitor", "cli", "bin", "capacitor");

async function packAll(): Promise<void> {
  const serverUrl = readServerUrl(process.env["MOBILE_SERVER_URL"]);
  await buildPhoneBundle("dist/phone", serverUrl);
  await runProgram(CAPACITOR, ["sync"]);
  const shells = await packTvShells({ folder: "dist/tv", serverUrl });
  console.log(`Phone app for ${serverUrl}: open mobile/android or mobile/ios in its studio.`);
  for (const path of shells) console.log(`Television: ${path}`);
}

await runCommand(packAll);
