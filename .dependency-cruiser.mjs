import { Visitor } from "@swc/core/Visitor.js";

/**
 * The arrows between folders (docs/architecture.md): what a layer's files may import besides their own layer and
 * packages. Tests and fixtures are free.
 */
const LAYERS = {
  shared: { path: "shared/", uses: ["portable"] },
  lib: { path: "web/lib/", uses: ["shared", "portable"] },
  base: { path: "web/base/", uses: ["lib", "shared", "portable"] },
  ui: { path: "web/ui/", uses: ["base", "lib", "shared", "portable"] },
  features: { path: "web/features/", uses: ["ui", "base", "lib", "shared", "portable"] },
  app: { path: "web/app/", uses: ["features", "ui", "base", "lib", "shared", "portable"] },
  builds: { path: "web/(?:embed|tv|worker)/", uses: ["shared", "portable"] },
  kit: { path: "packages/kit/", uses: [] },
  // Speaks supabase-js's protocol and knows nothing of the product.
  backend: { path: "packages/backend/", uses: ["kit"] },
  // Backups, moves, upgrades and checks of any product on the backend; their settings are passed in.
  operations: { path: "packages/operations/", uses: ["backend", "kit"] },
  // Makes HLS of a live broadcast and knows nothing of the product.
  ingest: { path: "packages/ingest/", uses: ["kit"] },
  server: { path: "server/", uses: ["operations", "backend", "ingest", "kit", "shared"] },
  functions: { path: "supabase/functions/", uses: ["portable"] },
  // Files of the kit that run in browsers and Deno too.
  portable: {
    path: "packages/kit/(?:function-contract|fault-registry|coalesce-calls|durations|parse-json|http/byte-range|http/limit-key|outbound/)",
    uses: [],
  },
};

/** Server and functions have one table of HTML entities; functions may import nothing of the server. */
const ENTITIES = "^supabase/functions/_shared/playlist/provider-text\\.domain\\.ts$";

const TEST = String.raw`\.(?:test|fixture)\.tsx?$|^packages/(?:backend|ingest)/testing/`;
const OWN_CODE = "^(?:shared|web|server|packages|supabase|tests|scripts|media)/";
const PRODUCT = "^(?:shared|web|server|packages|supabase/functions)/";
/** Only `dependencies` are installed where this code runs; the native folder goes into the phone apps alone. */
const RUNS_WITHOUT_TOOLS = `${PRODUCT}|^scripts/(?:setup|build|container|commands)/|^vite\\.config\\.ts$`;

const layerRules = Object.entries(LAYERS).map(([name, { path, uses }]) => ({
  name: `layer-${name}`,
  severity: "error",
  from: { path: `^${path}`, pathNot: TEST },
  to: {
    path: OWN_CODE,
    pathNot: [`^${path}`, ENTITIES, ...uses.map((used) => `^${LAYERS[used].path}`)],
  },
}));

/** swc's visitor does not know `using` declarations. */
// oxlint-disable-next-line typescript/unbound-method -- it is called with its visitor
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visitStatementOrUsing(statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  required: [
    {
      // Fails when no import is read.
      name: "imports-are-read",
      severity: "error",
      module: { path: String.raw`^server/main\.ts$` },
      to: { path: "^server/settings/" },
    },
  ],
  forbidden: [
    ...layerRules,
    {
      name: "no-test-code-in-product",
      severity: "error",
      from: { path: PRODUCT, pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: "database-below-the-services",
      severity: "error",
      from: { path: "^packages/backend/database/", pathNot: TEST },
      to: { path: "^packages/backend/", pathNot: "^packages/backend/database/" },
    },
    {
      name: "no-import-of-the-composition-root",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: TEST },
      to: { path: String.raw`^server/[^/]+\.ts$` },
    },
    {
      name: "no-import-between-features",
      severity: "error",
      from: { path: "^web/features/([^/]+)/", pathNot: TEST },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "no-import-between-functions",
      severity: "error",
      from: { path: "^supabase/functions/([^/]+)/", pathNot: TEST },
      to: { path: "^supabase/functions/", pathNot: "^supabase/functions/(?:$1|_shared)/" },
    },
    {
      // Imports of types count too, which the linter's rule leaves out.
      name: "no-cycle",
      severity: "error",
      from: { pathNot: TEST },
      to: { circular: true },
    },
    {
      name: "no-development-package",
      severity: "error",
      from: { path: RUNS_WITHOUT_TOOLS, pathNot: [TEST, "^web/app/native/"] },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "pure-rules",
      comment: "*.domain.ts: no view, no input or output",
      severity: "error",
      from: { path: String.raw`\.domain\.ts$` },
      to: {
        path: String.raw`^node_modules/(?:react|@tanstack|hono|postgres|pino|@supabase)|\.data\.ts$`,
      },
    },
    {
      name: "pure-rules-without-node",
      severity: "error",
      from: { path: String.raw`\.domain\.ts$` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could parse with.
    parser: "swc",
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    doNotFollow: { path: "node_modules" },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
