import { parseConfig } from "./config.ts";
import { openBuiltWebApp, type WebApp } from "./pages/web-app.ts";
import { StartError } from "#server/base/start-error.ts";
import { startServer } from "./start-server.ts";

/**
 * `npm start` ends here: starts everything on one port, prints the address, stops on Ctrl-C. A
 * reason not to start is one sentence on standard error and exit code 1.
 */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const server = await startServer(config, await chooseWebApp());
  process.stdout.write(`${server.ministryName} is ready: ${server.address}\n`);

  let isStopping = false;
  const stop = (): void => {
    // The second signal does not wait any more.
    if (isStopping) process.exit(1);
    isStopping = true;
    process.stdout.write("Stopping...\n");
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** The built web app; with --dev the sources, served by the development tools loaded only then. */
async function chooseWebApp(): Promise<(root: string) => Promise<WebApp>> {
  if (!process.argv.includes("--dev")) return openBuiltWebApp;
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
