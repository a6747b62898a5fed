import { spawn } from "node:child_process";

const FORWARDED = ["SIGTERM", "SIGHUP", "SIGQUIT"];
const PARENT_CHECK_MS = 500;
/** A server that ends so asks to be started again (server/main.ts); `npm start` is its own supervisor. */
const START_AGAIN_CODE = 75;
/**
 * For so long after that a server that fails is started again too: an upgrade that sees its release fail puts the
 * one before in its place meanwhile, waiting a minute for each, or as long as its operator says.
 */
const TRY_AGAIN_MS = 300_000;
const PAUSE_MS = 1_000;

/**
 * Runs a program in the foreground; signals, exit code and terminal are its own. The server takes signals
 * that come together as one, so passing one on that it got itself does no harm.
 *
 * @param {readonly string[]} program its path and arguments
 * @param {{ isServer: boolean, env: NodeJS.ProcessEnv, pauseMs?: number, tryUntilMs?: number }} how a
 *   server is started again when it asks for it, and until when, in milliseconds since the epoch, when it fails
 */
export function handOver(program, how) {
  const { isServer, env, pauseMs = PAUSE_MS, tryUntilMs = 0 } = how;
  const [path, ...rest] = program;
  const child = spawn(path, rest, {
    // The channel carries nothing: its end tells the server that this script was killed.
    stdio: ["inherit", "inherit", "inherit", ...(isServer ? ["ipc"] : [])],
    env,
  });
  let isStopping = false;
  const watch = stopWithParent(child);
  const forward = (signal) => {
    isStopping = true;
    // A parent that dies of the same signal is no second wish.
    clearInterval(watch);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  // Ctrl+C reaches the whole foreground group by itself; to test runners twice would mean "at once".
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
    if (isServer && code === START_AGAIN_CODE) {
      handOver(program, { ...how, tryUntilMs: Date.now() + TRY_AGAIN_MS });
    } else if (code !== null && code !== 0 && !isStopping && Date.now() < tryUntilMs) {
      setTimeout(() => handOver(program, how), pauseMs);
    } else {
      process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
    }
  });
}

/**
 * npm passes a SIGTERM on to the shell between it and this script, and the shell dies without
 * passing it on: without its parent the program would run for ever and keep the port.
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
