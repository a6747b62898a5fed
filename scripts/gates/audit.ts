import { spawnSync } from "node:child_process";
import { readAudit } from "./audit-report.domain.ts";

/**
 * Gate: no package that a server runs has a known weakness of severity high or critical. Without a
 * registry that tells, it says so and passes: a change must be able to land without the internet.
 */

const LIMIT_MS = 60_000;

const { stdout } = spawnSync(
  process.platform === "win32" ? "npm.cmd" : "npm",
  ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=20000"],
  { encoding: "utf8", timeout: LIMIT_MS },
);
const outcome = readAudit(stdout ?? "");
if (outcome.kind === "not asked") {
  console.log(`NOT AUDITED: the registry tells no weaknesses (${outcome.reason})`);
} else {
  for (const line of [...outcome.failing, ...outcome.others]) console.log(line);
  console.log(`${outcome.failing.length} to mend now, ${outcome.others.length} to watch`);
  process.exitCode = outcome.failing.length === 0 ? 0 : 1;
}
