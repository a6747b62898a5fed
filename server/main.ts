import { parseConfig } from "./settings/config.ts";
import { applySettingsFile } from "./settings/settings-file.ts";
import { inheritedSocket } from "./http/socket-activation.ts";
import { openBuiltWebApp, type WebApp } from "./pages/web-app.ts";
import { handleUncaughtErrors } from "./kit/uncaught-errors.ts";
import { StartError } from "./kit/start-error.ts";
import { RESTART_SIGNAL } from "./restart-signal.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** Signals that come together (a closed terminal, a supervisor and its forwarding script) are one wish. */
const SIGNAL_DEBOUNCE_MS = 1_000;
const IS_DEVELOPMENT = process.argv.includes("--dev");
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** EX_TEMPFAIL of sysexits.h: a supervisor that restarts after failures starts what stands there now. */
const RESTART_EXIT_CODE = 75;

/**
 * `npm start` ends here: starts everything on one port, prints the address, stops on Ctrl-C. A
 * reason not to start is one sentence on standard error and exit code 1.
 */
async function main(): Promise<void> {
  // A terminal that was closed takes no more words; that must not end the server before its database.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  handleUncaughtErrors();
  applySettingsFile(process.env);
  const config = parseConfig(process.env);
  const handed = inheritedSocket(process.env, process.pid);
  const starting = startServer(config, await chooseWebApp(), handed);
  stopOnSignal(starting);
  const server = await starting;
  process.stdout.write(`${server.ministryName} is ready: ${server.address}\n`);
}

/** Stops in order on the first signal, also while starting, and when the set-up script that started us dies. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let stoppedAtMs: number | null = null;
  const stop = (code: number): void => {
    if (stoppedAtMs !== null) {
      // A later signal does not wait any more; the database is told to stop on exit.
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

/** The built web app; with --dev the sources, served by the development tools loaded only then. */
async function chooseWebApp(): Promise<(root: string) => Promise<WebApp>> {
  if (!IS_DEVELOPMENT) return openBuiltWebApp;
  return (await import("./pages/development-web-app.ts")).openDevelopmentWebApp;
}

main().catch((error: unknown) => {
  const text = error instanceof StartError ? error.message : describeFault(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});

function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
