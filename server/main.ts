import { parseConfig } from "./settings/config.ts";
import { applySettingsFile } from "./settings/settings-file.ts";
import { inheritedSocket } from "./http/http-server.ts";
import { openBuiltWebApp, type WebApp } from "./pages/web-app.ts";
import { handleUncaughtErrors } from "@reign-tv/kit/uncaught-errors.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { RESTART_SIGNAL } from "@reign-tv/kit/restart-signal.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** Treat signals within this window as one: a terminal and a supervisor may both send one. */
const SIGNAL_DEBOUNCE_MS = 1_000;
const IS_DEVELOPMENT = process.argv.includes("--dev");
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** EX_TEMPFAIL of sysexits.h: a supervisor restarts the server, with the installed version. */
const RESTART_EXIT_CODE = 75;

/**
 * Entry of `npm start`: starts everything on one port, prints the URL, stops on Ctrl-C. A problem at start is one
 * message on standard error and exit code 1.
 */
async function main(): Promise<void> {
  // Writing to a closed terminal fails; that must not end the server before its database.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  handleUncaughtErrors();
  applySettingsFile(process.env);
  const config = parseConfig(process.env);
  const inherited = inheritedSocket(process.env, process.pid);
  const starting = startServer(config, await chooseWebApp(), inherited);
  stopOnSignal(starting);
  const server = await starting;
  process.stdout.write(`${server.ministryName} is ready: ${server.address}\n`);
}

/** Stops on the first signal, also while starting, and when the parent set-up script dies. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let stoppedAtMs: number | null = null;
  const stop = (code: number): void => {
    if (stoppedAtMs !== null) {
      // A later signal exits at once; the exit hook stops the database.
      if (performance.now() - stoppedAtMs > SIGNAL_DEBOUNCE_MS) process.exit(1);
      return;
    }
    stoppedAtMs = performance.now();
    process.stdout.write("Stopping...\n");
    starting
      .then((server) => server.close())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      );
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(0));
  process.on(RESTART_SIGNAL, () => stop(RESTART_EXIT_CODE));
  process.once("disconnect", () => stop(0));
}

/** Selects the built web app; with --dev the development server, loaded only then. */
async function chooseWebApp(): Promise<(root: string) => Promise<WebApp>> {
  if (!IS_DEVELOPMENT) return openBuiltWebApp;
  return (await import("./pages/development-web-app.ts")).openDevelopmentWebApp;
}

main().catch((error: unknown) => {
  const text = error instanceof StartError ? error.message : describeError(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
