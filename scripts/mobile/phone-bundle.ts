import { createHash } from "node:crypto";
import { DEFAULT_LANGUAGE, LANGUAGES, pageLanguage } from "#shared/languages.ts";
import { phoneMessages } from "#shared/messages/devices/phone.ts";
import { SERVER_META } from "#shared/site/site-state.ts";
import { FIRST_PAINT_SCRIPT } from "#web/app/start/boot-script.ts";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readManifest } from "#scripts/build/built-files.ts";
import { runProgram } from "./run-program.ts";

/** Data of the native app's only page. */
export type PhonePageOptions = {
  /** Origin of the server. */
  serverUrl: string;
  /** Paths of the entry script and its style sheets. */
  script: string;
  styles: readonly string[];
};

/** The page that both web views open for every URL. */
function phonePage({ serverUrl, script, styles }: PhonePageOptions): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  return (
    `<!doctype html><html ${pageLanguage(DEFAULT_LANGUAGE)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    `<meta http-equiv="Content-Security-Policy" content="${phonePolicy(serverUrl)}">` +
    `<meta name="${SERVER_META}" content="${serverUrl}"><title>Reign TV</title>` +
    `<script>${FIRST_PAINT_SCRIPT}</script>${links}` +
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
    `<script type="module" src="${script}"></script>` +
    `</head><body><div id="root"></div></body></html>\n`
  );
}

/**
 * Content policy of the app. Scripts and styles come from the app alone: "capacitor:" is its own scheme on
 * iOS. The backend and the players may have origins that only the running server knows, so data and frames
 * may come from any site over TLS.
 */
function phonePolicy(serverUrl: string): string {
  const server = `${serverUrl} ${serverUrl.replace(/^http/, "ws")}`;
  const bootHash = createHash("sha256").update(FIRST_PAINT_SCRIPT).digest("base64");
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `script-src 'self' capacitor: 'sha256-${bootHash}'`,
    "style-src 'self' capacitor:",
    "font-src 'self' capacitor:",
    `img-src 'self' capacitor: data: blob: https: ${serverUrl}`,
    `media-src 'self' capacitor: blob: https: ${serverUrl}`,
    `connect-src 'self' capacitor: https: wss: ${server}`,
    `frame-src https: ${serverUrl}`,
  ].join("; ");
}

/**
 * Page for a web view too old for the app (`minWebViewVersion` in capacitor.config.json). Plain HTML in every
 * language, because it cannot run scripts to choose one.
 */
function outdatedPage(): string {
  const texts = LANGUAGES.map((language) => {
    const { outdated, outdatedHint } = phoneMessages[language];
    return `<section ${pageLanguage(language)}><h1>${outdated}</h1><p>${outdatedHint}</p></section>`;
  });
  return (
    `<!doctype html><html ${pageLanguage(DEFAULT_LANGUAGE)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>Reign TV</title>` +
    `<style>body{margin:0;padding:20% 8%;background:#4a1f8f;color:#fff;` +
    `font:18px/1.5 sans-serif}h1{color:#f5c65c;font-size:24px}</style>` +
    `</head><body>${texts.join("")}</body></html>\n`
  );
}

const VITE = join("node_modules", "vite", "bin", "vite.js");
const ENTRY = "web/app/entry-phone.ts";

/** Builds the native app's web files into a folder, for one server. */
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
