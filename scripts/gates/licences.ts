import { readFileSync } from "node:fs";
import * as v from "valibot";
import { licenceErrors } from "./licences.domain.ts";

/**
 * Gate: the licence of every package that a server runs must allow its use; none is under the GPL or the
 * AGPL. Reads only package-lock.json.
 */

const FEWEST_PACKAGES = 100;
const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      dev: v.optional(v.boolean()),
      license: v.optional(v.string()),
      link: v.optional(v.boolean()),
    }),
  ),
});

const { packages } = v.parse(lockSchema, JSON.parse(readFileSync("package-lock.json", "utf8")));
const { count, errors } = licenceErrors(packages);
if (count < FEWEST_PACKAGES) errors.push(`only ${count} packages were found`);
for (const error of errors) console.log(error);
console.log(`${count} packages read, ${errors.length} faults`);
process.exitCode = errors.length === 0 ? 0 : 1;
