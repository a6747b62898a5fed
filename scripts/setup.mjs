import { spawn } from "node:child_process";
import { projectEnvironment, projectNode } from "./setup/machine.mjs";
import {
  OLDEST_SETUP_NODE,
  STEPS_BY_MODE,
  SetupError,
  majorOf,
  programArguments,
} from "./setup/setup-plan.mjs";
import { STEPS } from "./setup/setup-steps.mjs";

const FORWARDED = ["SIGTERM", "SIGHUP", "SIGQUIT"];
const PARENT_CHECK_MS = 500;
/** A server that ends so asks to be started again (server/main.ts); `npm start` is its own supervisor. */
const START_AGAIN_CODE = 75;

/**
 * Makes a fresh clone ready and then becomes the program that was asked for:
 *
 *   node scripts/setup.mjs <mode> [arguments for Node 24...]
 *
 * It runs under any Node from 20 on and without dependencies. The program runs under the Node 24 of
 * the dependencies, started from here by its path: in `node a && node b` a POSIX shell remembers
 * where it found the first `node`, so on a fresh clone the second would be the old one again.
 */
async function main([mode, ...program]) {
  if (majorOf(process.versions.node) < OLDEST_SETUP_NODE) {
    throw new SetupError(
      `Node ${OLDEST_SETUP_NODE} or newer is needed; this is Node ${process.versions.node}.`,
    );
  }
  const steps = STEPS_BY_MODE[mode];
  if (!steps) {
    throw new SetupError(`Unknown mode; choose one of ${Object.keys(STEPS_BY_MODE).join(", ")}.`);
  }
  for (const step of steps) await STEPS[step]();
  if (program.length > 0) handOver(programArguments(program), mode === "start");
}

/**
 * Runs the program in the foreground; signals, exit code and terminal are its own. The server takes signals
 * that come together as one, so passing one on that it got itself does no harm.
 */
function handOver(program, hasChannel) {
  const child = spawn(projectNode(), program, {
    // The channel carries nothing: its end tells the server that this script was killed.
    stdio: ["inherit", "inherit", "inherit", ...(hasChannel ? ["ipc"] : [])],
    env: projectEnvironment(),
  });
  const watch = stopWithParent(child);
  const forward = (signal) => {
    // A parent that dies of the same signal is no second wish.
    clearInterval(watch);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  // Ctrl+C reaches the whole foreground group by itself; to test runners twice would mean "at once".
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const interrupt = hasTerminal ? () => {} : forward;
  process.on("SIGINT", interrupt);
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => {
    clearInterval(watch);
    for (const name of FORWARDED) process.off(name, forward);
    process.off("SIGINT", interrupt);
    if (code === START_AGAIN_CODE && hasChannel) {
      handOver(program, hasChannel);
      return;
    }
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
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

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error) => {
  fail(error instanceof SetupError ? error.message : error.stack);
});
