import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOrNull } from "./machine.mjs";
import { SetupError } from "./setup-plan.mjs";

/**
 * Applies `patches/<package>@<version>.patch` to the installed packages. Keeps the original of a patched file
 * next to it, so that the step is repeatable and a changed patch applies as well.
 *
 * @throws SetupError when another version is installed, or when a patch does not apply
 */
export async function patchPackages(root) {
  const { applyPatch, parsePatch } = await import("diff");
  for (const patchFile of readdirSync(join(root, "patches"))) {
    const folder = join(root, "node_modules", packageOf(patchFile));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (patchFile !== `${packageOf(patchFile)}@${version}.patch`) {
      throw new SetupError(`patches/${patchFile} is not for the installed version, ${version}.`);
    }
    for (const patch of parsePatch(readFileSync(join(root, "patches", patchFile), "utf8"))) {
      const path = join(folder, patch.newFileName.replace(/^b\//, ""));
      const current = readFileSync(path, "utf8");
      const original = readOrNull(`${path}.orig`) ?? current;
      const patched = applyPatch(original, patch);
      if (patched === false) {
        throw new SetupError(`patches/${patchFile} does not apply to ${path}: run npm ci.`);
      }
      if (patched === current) continue;
      replaceFile(`${path}.orig`, original);
      replaceFile(path, patched);
    }
  }
}

function packageOf(patchFile) {
  return patchFile.slice(0, patchFile.lastIndexOf("@"));
}

/** Renames: a running server never reads half a file, and hard links of a package cache stay unchanged. */
function replaceFile(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
