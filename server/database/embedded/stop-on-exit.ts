import { spawn } from "node:child_process";
import { isAlive } from "./process-probe.ts";

/** Sees to it that PostgreSQL never outlives this server for long. */
export type ExitHook = {
  /** PostgreSQL was stopped in order: nothing is left to do. */
  dismiss(): void;
};

/** A server that is started again at once finds its PostgreSQL still running and takes it over. */
const GRACE_S = 10;

/** An exit waits so long for PostgreSQL: 5 s. */
const EXIT_PAUSE_MS = 20;
const EXIT_PAUSES = 250;

/**
 * A shell that waits for the end of this server: its input ends with us, however we end. PostgreSQL is then
 * stopped unless another server has taken it over (server.lock names a living process).
 */
const SCRIPT = `
read -r word && exit 0
sleep "$1"
owner=$(sed -n 's/^{"pid":\\([0-9]*\\),.*/\\1/p' "$3" 2>/dev/null)
[ -n "$owner" ] && kill -0 "$owner" 2>/dev/null && exit 0
pid=$(sed -n 1p "$2/postmaster.pid" 2>/dev/null)
[ -n "$pid" ] || exit 0
if [ -r "/proc/$pid/cmdline" ]; then tr '\\0' '\\n' <"/proc/$pid/cmdline" | grep -qxF -- "$2" || exit 0; fi
kill -INT "$pid" 2>/dev/null
`;

/**
 * Watches over a running PostgreSQL: an exit of this process stops it at once, and its death (kill -9, out of
 * memory) within a few seconds.
 *
 * @param options.pid postmaster of the moment.
 */
export function stopOnExit(options: {
  readonly clusterDir: string;
  readonly lockFile: string;
  readonly pid: () => number;
}): ExitHook {
  const stopNow = (): void => {
    const pid = options.pid();
    if (!isAlive(pid)) return;
    process.kill(pid, "SIGINT");
    // In the middle of an exit nothing but waiting in place is left to do.
    for (let pauses = 0; isAlive(pid) && pauses < EXIT_PAUSES; pauses += 1)
      waitInPlace(EXIT_PAUSE_MS);
  };
  process.once("exit", stopNow);
  // Detached: signals to our group and a closed terminal must not end it before us.
  const child = spawn(
    "/bin/sh",
    ["-c", SCRIPT, "exit-guard", String(GRACE_S), options.clusterDir, options.lockFile],
    { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] },
  );
  // Without a shell the next start takes over what a killed server left, as ever.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  return {
    dismiss() {
      process.off("exit", stopNow);
      child.stdin.end("done\n");
    },
  };
}

function waitInPlace(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}
