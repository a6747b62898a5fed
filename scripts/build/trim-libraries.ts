import type { Plugin } from "vite";

const NOTICE = "See scripts/build/trim-libraries.ts";
const ROUTER = "/react-router/dist/production/lib/";

/** Names for developer tools, which keep components alive that no page uses. */
const DISPLAY_NAMES = /^[ \t]*\w+\.displayName = ".*";$/gm;
/** Calls without an effect that lack the annotation. */
const UNMARKED_CALLS = /= (React\$1\.(?:createContext|forwardRef|memo)\()/g;

/** Modules that others import but no page runs. */
const UNUSED_MODULES = [
  `${ROUTER}router/instrumentation.js`,
  "/@tanstack/query-core/build/modern/infiniteQueryBehavior.js",
];
/** Called with every navigation. */
const CALLED_IN_VAIN = "consumeInstrumentationClientResultMetaReceiver";

/** Functions of the router for forms, fetchers and routes that are found later. */
const UNUSED_FUNCTIONS = [
  "handleAction",
  "handleFetcherAction",
  "handleFetcherLoader",
  "discoverRoutes",
  "fetch",
];

/**
 * Leaves out code of the router and of the query cache that every page would load for nothing.
 * A page that comes to use it fails with the name of this file.
 */
export function trimLibraries(): Plugin {
  return {
    name: "trim-libraries",
    apply: "build",
    transform(code, id) {
      if (UNUSED_MODULES.some((path) => id.endsWith(path))) {
        return { code: emptyModule(code), map: null };
      }
      if (!id.includes(ROUTER)) return null;
      const trimmed = code
        .replaceAll(DISPLAY_NAMES, "")
        .replaceAll(UNMARKED_CALLS, "= /* @__PURE__ */ $1");
      const unused = id.endsWith("/router/router.js") ? UNUSED_FUNCTIONS : [];
      return { code: unused.reduce(withoutFunction, trimmed), map: null };
    },
  };
}

/** Returns a module with the same exports, which throw when they are called. */
function emptyModule(code: string): string {
  const names = /^export \{ (.*) \};$/m.exec(code)?.[1]?.split(", ");
  if (!names) throw new Error("The library's module exports in another way");
  const leftOut = names.filter((name) => name !== CALLED_IN_VAIN);
  return [
    `function leftOut() { throw new Error("${NOTICE}"); }`,
    `export { ${leftOut.map((name) => `leftOut as ${name}`).join(", ")} };`,
    ...(leftOut.length < names.length ? [`export function ${CALLED_IN_VAIN}() {}`] : []),
  ].join("\n");
}

/** Empties a function of `createRouter`: from its line to the brace of the same indentation. */
function withoutFunction(code: string, name: string): string {
  const parts = code.split(new RegExp(`^\\t(?:async )?function ${name}\\([^]*?^\\t\\}$`, "m"));
  if (parts.length !== 2) throw new Error(`The router has no single function ${name}`);
  return parts.join(`\tfunction ${name}() { throw new Error("${NOTICE}"); }`);
}
