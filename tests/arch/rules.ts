import { layerOf } from "./layers.ts";
import { isSyntaxNode, type SourceFile, type SyntaxNode } from "./source-file.ts";

/** Rules on single files. Each answers with one line for every fault, empty when all is well. */

const KEBAB = /^_?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const DRAWERS =
  /^(?:utils?|misc|common|helpers?|managers?|data|stuff|index|new|old|v2|simple|enhanced)$/;
/** The runtime of functions demands this name. */
const FUNCTION_ENTRY = /^supabase\/functions\/[a-z0-9-]+\/index\.ts$/;

/** Names of files and folders: kebab-case, and none that would take in anything. */
export function badNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const faults = path.split("/").flatMap((segment) => {
      if (!KEBAB.test(segment)) return [`${path}: "${segment}" is not kebab-case`];
      const stem = segment.split(".")[0] ?? "";
      const isDrawer = DRAWERS.test(stem) && !FUNCTION_ENTRY.test(path);
      return isDrawer ? [`${path}: "${stem}" says nothing about what is inside`] : [];
    });
    return faults;
  });
}

/** Imports that climb out of their folder; "#web/..." and its kin say where they lead. */
export function climbingImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter(({ specifier }) => specifier.startsWith("../"))
      .filter(({ specifier }) => !staysAmongFunctions(file.path, specifier))
      .map(({ specifier }) => `${file.path}: ${specifier}`),
  );
}

/** Supabase's runtime knows no names of ours: functions reach their shared folders by relative paths. */
function staysAmongFunctions(path: string, specifier: string): boolean {
  if (/^supabase\/functions\/_shared\/[a-z-]+\/[^/]+$/.test(path)) {
    return /^\.\.\/[a-z-]+\/[^/]+$/.test(specifier);
  }
  const isFunction = /^supabase\/functions\/[a-z0-9-]+\/[^/]+$/.test(path);
  return isFunction && specifier.startsWith("../_shared/");
}

/** How many production files a folder may hold before somebody looks at it again. */
const FOLDER_FILES = 25;

/** Folders with so many files that a newcomer no longer finds one by reading their names. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter((path) => layerOf(path) !== null)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES)
    .map(([folder, count]) => `${folder}: ${count} files; cut it by layer or by topic`);
}

/** Files that only pass on what other files define. */
export function barrels(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => {
      const hasStar = file.nodes.some((node) => node.type === "ExportAllDeclaration");
      const isReExport = (node: SyntaxNode): boolean =>
        node.type === "ImportDeclaration" ||
        (node.type === "ExportNamedDeclaration" &&
          (isSyntaxNode(node["source"]) || !node["declaration"]));
      const hasReExport = file.imports.some((found) => found.isReExport);
      return hasStar || (hasReExport && file.statements.every(isReExport));
    })
    .map(({ path }) => path);
}

/** What a rule file (`x.domain.ts`) must not know: views, the clock, chance, Node, the network. */
export function impureDomains(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith(".domain.ts"))
    .flatMap((file) => {
      const imports = file.imports
        .filter(({ specifier }) => isImpureModule(specifier))
        .map(({ specifier }) => `${file.path}: imports ${specifier}`);
      const calls = file.nodes
        .map(impureCall)
        .filter((found) => found !== null)
        .map((found) => `${file.path}: uses ${found}`);
      return [...imports, ...calls];
    });
}

function isImpureModule(specifier: string): boolean {
  return /^(?:node:|react|@tanstack|hono|postgres|pino|@supabase)|\.data\.ts$/.test(specifier);
}

function impureCall(node: SyntaxNode): string | null {
  if (node.type === "NewExpression" && identifier(node["callee"]) === "Date") {
    return Array.isArray(node["arguments"]) && node["arguments"].length === 0 ? "new Date()" : null;
  }
  if (node.type === "MemberExpression") {
    const member = `${identifier(node["object"])}.${identifier(node["property"])}`;
    const isImpure = ["Date.now", "Math.random", "performance.now", "crypto.randomUUID"];
    return isImpure.includes(member) ? member : null;
  }
  const name = node.type === "CallExpression" ? identifier(node["callee"]) : null;
  return name === "fetch" || name === "setTimeout" ? `${name}()` : null;
}

function identifier(value: unknown): string | null {
  if (!isSyntaxNode(value) || value.type !== "Identifier") return null;
  return typeof value["name"] === "string" ? value["name"] : null;
}

/** Product files that read `process.env`. */
export function environmentReaders(files: readonly SourceFile[]): string[] {
  return pathsWith(
    files,
    (path) => layerOf(path) !== null,
    (node) =>
      node.type === "MemberExpression" &&
      identifier(node["object"]) === "process" &&
      identifier(node["property"]) === "env",
  );
}

/** Files of the web app that call `fetch`. */
export function fetchCallers(files: readonly SourceFile[]): string[] {
  return pathsWith(files, isWebApp, (node) => {
    if (node.type === "MemberExpression" && identifier(node["property"]) === "fetch") {
      return ["window", "globalThis", "self"].includes(identifier(node["object"]) ?? "");
    }
    return node.type === "CallExpression" && identifier(node["callee"]) === "fetch";
  });
}

function isWebApp(path: string): boolean {
  return /^web\/(?:app|base|features|lib|ui)\//.test(path) && layerOf(path) !== null;
}

/** Files of the browser that touch localStorage or sessionStorage. */
export function storageUsers(files: readonly SourceFile[]): string[] {
  const isBrowser = (path: string): boolean =>
    /^(?:web|shared)\//.test(path) && layerOf(path) !== null;
  return pathsWith(files, isBrowser, (node) =>
    ["localStorage", "sessionStorage"].includes(identifier(node) ?? ""),
  );
}

function pathsWith(
  files: readonly SourceFile[],
  isIncluded: (path: string) => boolean,
  isFault: (node: SyntaxNode) => boolean,
): string[] {
  return files
    .filter((file) => isIncluded(file.path) && file.nodes.some(isFault))
    .map(({ path }) => path);
}

/** Promises for later that no issue keeps track of. */
export function untrackedPromises(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    file.comments
      .filter((text) => /\b(?:TODO|FIXME|XXX|HACK)\b(?!\s*\(?#\d)/.test(text))
      .map((text) => `${file.path}: ${text.trim().slice(0, 80)}`),
  );
}

/** Constants whose name ends before it says in which unit they count. */
export function unitlessConstants(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => layerOf(path) !== null)
    .flatMap((file) =>
      file.nodes.flatMap((node) => {
        if (node.type !== "VariableDeclarator") return [];
        const name = identifier(node["id"]) ?? "";
        const isBare = /(?:^|_)(?:TIMEOUT|DURATION|DELAY|INTERVAL|PERIOD|AGE|TTL)$/.test(name);
        return isBare && isNumber(node["init"]) ? [`${file.path}: ${name}`] : [];
      }),
    );
}

function isNumber(value: unknown): boolean {
  if (!isSyntaxNode(value)) return false;
  if (value.type === "BinaryExpression") return isNumber(value["left"]) && isNumber(value["right"]);
  return value.type === "Literal" && typeof value["value"] === "number";
}

/** Code that runs where only `dependencies` are installed: a server, its build and the operator's commands. */
const RUNS_WITHOUT_TOOLS = /^(?:scripts\/(?:setup|build|container|commands)\/|vite\.config\.ts$)/;
/** Code that goes into the phone app's packages and nowhere else. */
const PHONE_APP = "web/app/native/";

/**
 * Imports of packages that `npm start` does not install.
 *
 * @param dependencies  names of package.json's `dependencies`
 */
export function importsOfTools(
  files: readonly SourceFile[],
  dependencies: ReadonlySet<string>,
): string[] {
  return files
    .filter(({ path }) => !/\.test\.tsx?$|\.fixture\.ts$/.test(path) && !path.startsWith(PHONE_APP))
    .filter(({ path }) => layerOf(path) !== null || RUNS_WITHOUT_TOOLS.test(path))
    .flatMap((file) =>
      file.imports
        .map(({ specifier }) => PACKAGE_NAME.exec(specifier)?.[0])
        .filter((name) => name !== undefined && !dependencies.has(name))
        .map((name) => `${file.path}: ${name} is not among the dependencies`),
    );
}

/** The package in a specifier such as "@scope/name/file.js"; none in paths and in Node's own modules. */
const PACKAGE_NAME = /^(?!node:|virtual:)(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*/;
