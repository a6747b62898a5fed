import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Paths, programs and the terminal, for the steps of the set-up. */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const MODULES = join(ROOT, "node_modules");
export const IS_WINDOWS = process.platform === "win32";
export const BUNDLED_NODE = join(MODULES, "node", "bin", IS_WINDOWS ? "node.exe" : "node");
const COMPILE_CACHE = join(ROOT, ".cache", "compiled");

/** Path of a Node that runs the project's TypeScript: the bundled one, or this process's own. */
export function projectNode() {
  if (existsSync(BUNDLED_NODE)) return BUNDLED_NODE;
  return process.execPath;
}

/**
 * Environment of the started program: the project's binaries come first, and Node's compile cache makes later
 * starts a third shorter.
 */
export function projectEnvironment() {
  const separator = IS_WINDOWS ? ";" : ":";
  const bin = join(MODULES, ".bin");
  const path = process.env.PATH ?? "";
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    PATH: path.split(separator)[0] === bin ? path : `${bin}${separator}${path}`,
  };
}

/** Runs a program in the repository and collects its output. Never rejects. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    let output = "";
    const gather = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", gather);
    child.stderr.on("data", gather);
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Returns null when the file cannot be read. */
export function readOrNull(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Prints to standard error; standard output belongs to the program. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
