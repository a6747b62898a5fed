import type { ReportKind } from "./gate-report.ts";

/** `check` runs while working, `test` before a change lands, `full` adds exhaustive and slow checks. */
export type GateMode = "check" | "test" | "full";

export type Gate = {
  readonly name: string;
  readonly kind: ReportKind;
  /** Arguments for Node: a tool's entry file and its flags. */
  readonly command: readonly string[];
  readonly modes: readonly GateMode[];
  /** Gate that must succeed first. */
  readonly needs?: string;
  /** Uses both cores by itself. */
  readonly isAlone?: boolean;
};

const CHECK: readonly GateMode[] = ["check", "test", "full"];
const TEST: readonly GateMode[] = ["test", "full"];
const FULL: readonly GateMode[] = ["full"];
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test"];

/** Soak tests of several minutes each stay out of the full run; `npm run test:soak` runs them too. */
const LONG_SOAK_TESTS = ["day-in-fast-time", "lost-disk", "fuzz-all-services", "transfer"];

function tool(name: string, command: readonly string[], modes: readonly GateMode[]): Gate {
  return { name, kind: "tool", command, modes };
}

function vitest(name: string, flags: readonly string[], modes: readonly GateMode[]): Gate {
  const command = ["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false", ...flags];
  return { name, kind: "vitest", command, modes };
}

/** Gates in the order in which they start: long ones first, so that short ones fill the end of each core. */
export const GATES: readonly Gate[] = [
  tool("types", ["node_modules/typescript/bin/tsc", "-p", "."], FULL),
  tool(
    "lint",
    [
      "node_modules/oxlint/bin/oxlint",
      "--type-aware",
      // The rules load all types anyway, so this reports type errors early; "types" confirms them.
      "--type-check",
      "--deny-warnings",
      "--report-unused-disable-directives-severity=error",
    ],
    CHECK,
  ),
  vitest(
    "architecture",
    [
      "--project",
      "unit",
      "tests/arch.test.ts",
      "tests/spec-map.test.ts",
      "tests/requirements.test.ts",
    ],
    ["check"],
  ),
  tool("build", ["scripts/setup.mjs", "build"], TEST),
  {
    ...vitest(
      "soak tests",
      ["--project", "soak", ...LONG_SOAK_TESTS.map((name) => `--exclude=**/${name}.soak.test.ts`)],
      FULL,
    ),
    needs: "build",
  },
  vitest("database tests", ["--project", "database", "--project", "backend"], TEST),
  vitest("unit tests", ["--project", "unit"], TEST),
  { ...vitest("server tests", ["--project", "servers"], TEST), needs: "build" },
  vitest("view tests", ["--project", "views*"], TEST),
  { ...vitest("container", ["--project", "container"], TEST), needs: "build" },
  tool(
    "dependency rules",
    [
      "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
      "{shared,web,server,packages,supabase/functions,scripts}/**/!(*.test|*.fixture).{ts,tsx,mjs}",
      "vite.config.ts",
    ],
    CHECK,
  ),
  tool("dead code", ["node_modules/knip/bin/knip.js", "--no-progress"], CHECK),
  tool("format", ["node_modules/oxfmt/bin/oxfmt", "--check", "."], CHECK),
  tool("licences", ["scripts/gates/licences.ts"], CHECK),
  { ...tool("size budget", ["scripts/gates/size-budget.ts"], TEST), needs: "build" },
  { ...tool("old engines", ["scripts/gates/old-engines.ts"], TEST), needs: "build" },
  {
    name: "browser tests",
    kind: "playwright",
    command: PLAYWRIGHT,
    modes: TEST,
    needs: "build",
    isAlone: true,
  },
];
