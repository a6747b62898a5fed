import { readFileSync } from "node:fs";
import * as v from "valibot";

const packageSchema = v.object({ version: v.string() });

/** Version of this product in package.json. */
export function readPackageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return v.parse(packageSchema, JSON.parse(text)).version;
}
