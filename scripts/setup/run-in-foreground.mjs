import { spawn } from "node:child_process";

const FORWARDED = ["SIGTERM", "SIGHUP", "SIGQUIT"];
const PARENT_CHECK_MS = 500;
/** Exit code by which a server requests a restart (server/main.ts); `npm start` supervises it. */
const RESTART_EXIT_CODE = 75;
/**
 * A server that fails within this time after a restart is restarted, too: an upgrade whose release fails
 * restores the previous one in the meantime, after a minute for each or the operator's `--wait`.
 */
const RETRY_WINDOW_MS = 300_000;
const RESTART_DELAY_MS = 1_000;

/**
 * Runs a program in the foreground with this process's signals, exit code and terminal. The server debounces
 * signals, so forwarding one that it also received does no harm.
 *
 * @param {readonly string[]} program its path and arguments
 * @param {{ isServer: boolean, env: NodeJS.ProcessEnv, delayMs?: number, retryUntilMs?: number }} how a server
 * is restarted on request, and until when, in milliseconds since the epoch, after a failure
 */
export function runInForeground(program, how) {
  const { isServer, env, delayMs = RESTART_DELAY_MS, retryUntilMs = 0 } = how;
  const [path, ...rest] = program;
  const child = spawn(path, rest, {
    // The channel carries no data: its end tells the server that this script was killed.
    stdio: ["inherit", "inherit", "inherit", ...(isServer ? ["ipc"] : [])],
    env,
  });
  let isStopping = false;
  const watch = stopWithParent(child);
  const forward = (signal) => {
    isStopping = true;
    // The death of the parent by the same signal must not send a second one.
    clearInterval(watch);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  // Ctrl+C reaches the whole foreground group by itself; a second one makes test runners exit at once.
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const interrupt = (signal) => {
    isStopping = true;
    if (!hasTerminal) forward(signal);
  };
  process.on("SIGINT", interrupt);
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    clearInterval(watch);
    for (const name of FORWARDED) process.off(name, forward);
    process.off("SIGINT", interrupt);
    if (isServer && code === RESTART_EXIT_CODE) {
      runInForeground(program, { ...how, retryUntilMs: Date.now() + RETRY_WINDOW_MS });
    } else if (code !== null && code !== 0 && !isStopping && Date.now() < retryUntilMs) {
      setTimeout(() => runInForeground(program, how), delayMs);
    } else {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
    }
  });
}

/**
 * npm forwards a SIGTERM to the shell between it and this script, which dies without forwarding it: an
 * orphaned program would run forever and keep the port.
 */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, PARENT_CHECK_MS);
  return watch;
}
