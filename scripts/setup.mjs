import { runInForeground } from "./setup/run-in-foreground.mjs";
import { projectEnvironment, projectNode } from "./setup/machine.mjs";
import {
  OLDEST_SETUP_NODE,
  STEPS_BY_MODE,
  SetupError,
  majorOf,
  programArguments,
} from "./setup/setup-plan.mjs";
import { STEPS } from "./setup/setup-steps.mjs";

/**
 * Prepares a fresh clone and then runs a program:
 *
 *   node scripts/setup.mjs <mode> [arguments for Node 24...]
 *
 * Runs under any Node from 20 on and without dependencies. Starts the program by the path of the dependencies'
 * Node 24: in `node a && node b` a POSIX shell remembers the path of the first `node`, which is the old one
 * on a fresh clone.
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
  if (program.length === 0) return;
  runInForeground([projectNode(), ...programArguments(program)], {
    isServer: mode === "start",
    env: projectEnvironment(),
  });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error) => {
  fail(error instanceof SetupError ? error.message : error.stack);
});
