/**
 * Decisions of `setup.mjs`, separate from their execution for tests. Plain JavaScript for Node 20 without
 * dependencies, because it runs before they exist.
 */

/** Oldest Node that can run the set-up itself. */
export const OLDEST_SETUP_NODE = 20;
/** Major version that runs everything else; comes with the dependencies. */
export const PROJECT_NODE = 24;

/** Steps of each npm command before its program starts. */
export const STEPS_BY_MODE = {
  start: ["dependencies", "patches", "runtime", "postgres", "build"],
  build: ["dependencies", "patches", "runtime", "rebuild"],
  dev: ["allDependencies", "patches", "runtime", "postgres"],
  check: ["allDependencies", "patches", "runtime"],
  test: ["allDependencies", "patches", "runtime", "postgres", "headlessShell"],
  full: ["allDependencies", "patches", "runtime", "postgres", "browsers"],
  bench: ["allDependencies", "patches", "runtime", "postgres", "build", "headlessShell"],
  /** After a manual installation. */
  patch: ["patches"],
};

/** Entry of the development server. */
const SERVER_ENTRY = "server/main.ts";
/** Other entries: the server with fakes, accounts and failures; views in all their states. */
const ENTRY_BY_FLAG = {
  "--demo": "scripts/demo/start-demo.ts",
  "--gallery": "scripts/demo/start-gallery.ts",
};

/** Arguments of the program for Node: a flag chooses another entry. */
export function programArguments(program) {
  const flag = Object.keys(ENTRY_BY_FLAG).find((name) => program.includes(name));
  if (!flag) return program;
  return program.map((part) => (part === SERVER_ENTRY ? ENTRY_BY_FLAG[flag] : part));
}

/** Source files and folders of the built web app. */
export const BUILD_INPUTS = [
  "web",
  "shared",
  "packages/kit",
  "supabase",
  "docs/live.md",
  "docs/live.fr.md",
  "docs/studio.md",
  "docs/studio.fr.md",
  "scripts/build/build.mjs",
  "scripts/build/releases.mjs",
  "vite.config.ts",
  "package-lock.json",
];

/** A failure of the machine or the network: shown as one sentence, without a stack. */
export class SetupError extends Error {}

/** Major version of "20.11.1" or "v20.11.1". */
export function majorOf(version) {
  return Number.parseInt(version.replace(/^v/, ""), 10);
}

/** Binaries are optional packages: install them whatever this machine's npm settings say. */
const OPTIONAL = ["--include=optional"];

/**
 * Decides how npm installs the missing packages.
 *
 * - A folder that tests or packages keeps its tools through every change of the lockfile, so that switching
 *   between `npm start` and `npm test` installs once.
 * - If only tools are missing, they are added: a server may be running, and `npm ci` begins by deleting
 *   everything.
 *
 * @param lock text of package-lock.json
 * @param installed text of node_modules/.package-lock.json, null when there is none
 * @param needsTools whether the command needs `devDependencies`, which only tests, checks and packaging use
 * @returns null when nothing is missing; otherwise the arguments for npm, and whether tools are among it
 */
export function planInstallation(lock, installed, needsTools) {
  if (isInstalled(lock, installed, needsTools)) return null;
  const withTools = needsTools || hasTools(installed);
  if (withTools && isInstalled(lock, installed, false)) {
    return { args: ["install", "--no-save", "--include=dev", ...OPTIONAL], withTools };
  }
  return { args: ["ci", withTools ? "--include=dev" : "--omit=dev", ...OPTIONAL], withTools };
}

/**
 * Checks that node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so an
 * interrupted installation has none. Optional packages (binaries of other platforms) may be absent, but not
 * of another version.
 *
 * @param lock text of package-lock.json
 * @param installed text of node_modules/.package-lock.json, null when there is none
 * @param withTools whether dependencies of `devDependencies` count too
 */
export function isInstalled(lock, installed, withTools) {
  if (installed === null) return false;
  const wanted = packagesOf(lock);
  const present = packagesOf(installed);
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link || (entry.dev && !withTools)) return true;
    const found = present[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function hasTools(installed) {
  const present = installed === null ? null : packagesOf(installed);
  return Object.values(present ?? {}).some(({ dev }) => dev === true);
}

function packagesOf(text) {
  try {
    return JSON.parse(text).packages ?? null;
  } catch {
    return null;
  }
}

const INSTALL_FAILURES = [
  {
    pattern: /ENOSPC/,
    sentence: "The disk is full: free 1 GB and run the command again.",
    isWorthRetrying: false,
  },
  {
    pattern: /EROFS|EACCES|EPERM/,
    sentence: "This folder cannot be written to: check who owns it and run the command again.",
    isWorthRetrying: false,
  },
  {
    pattern: /EUSAGE|can only install packages when/,
    sentence:
      "package.json and package-lock.json do not match: run npm install and commit the lockfile.",
    isWorthRetrying: false,
  },
  {
    pattern: /EINTEGRITY/,
    sentence: "A downloaded package is damaged: run npm cache clean --force and the command again.",
    isWorthRetrying: true,
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|E50[234]/,
    sentence:
      "The package registry cannot be reached. The first start needs internet access; later ones do not.",
    isWorthRetrying: true,
  },
];

/** Turns npm's output into one sentence and says whether a retry may help. */
export function explainInstallFailure(output) {
  const known = INSTALL_FAILURES.find(({ pattern }) => pattern.test(output));
  if (known) return { sentence: known.sentence, isWorthRetrying: known.isWorthRetrying };
  const firstError = output
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .find((line) => line !== "" && !/^(?:code|errno|syscall|path|command)\b/.test(line));
  return {
    sentence: `The dependencies could not be installed: ${firstError ?? "npm gave no reason"}.`,
    isWorthRetrying: true,
  };
}

/**
 * Environment for `npm ci`: without settings of the outer npm command and of the shell that would skip
 * packages or their install scripts.
 */
export function installEnvironment(environment) {
  const left =
    /^(?:NODE_ENV|NODE_OPTIONS|npm_config_(?:omit|only|production|dry_run|global|prefix|workspaces?|ignore_scripts|package_lock.*|include))$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.test(name)));
}
