import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import * as v from "valibot";
import { repairNative } from "@reign-tv/backend";
import {
  BUILD_ONLY,
  isImageCommand,
  isPackageFile,
  isProductFile,
  PRODUCT_PATHS,
} from "./image-files.ts";
import { lockSchema, packagePaths } from "./runtime-packages.ts";

/**
 * Copies the files of the container image to an empty folder:
 *
 *   node scripts/container/assemble-image.ts <folder>
 *
 * The Dockerfile runs it after the build; `npm test` runs it too and starts the server from that folder.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const SBOM_FLAGS = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--loglevel=error"];
const SBOM_LIMIT_BYTES = 16 * 1024 * 1024;

const manifestSchema = v.looseObject({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  imports: v.record(v.string(), v.string()),
  scripts: v.record(v.string(), v.string()),
  dependencies: v.record(v.string(), v.string()),
});

type Manifest = v.InferOutput<typeof manifestSchema>;

const ownPackageSchema = v.object({
  name: v.string(),
  dependencies: v.record(v.string(), v.string()),
});

type OwnPackage = v.InferOutput<typeof ownPackageSchema> & { folder: string };

/**
 * @param target a folder that is empty or missing.
 * @throws Error when it is not empty, when a package is missing, or when the web app is not built.
 */
export function assembleImage(target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new Error(`${target} is not empty: name another folder.`);
  }
  mkdirSync(target, { recursive: true });
  const manifest = runtimeManifest();
  copyProduct(target);
  copyBuild(target);
  copyPackages(target, manifest);
  linkOwnPackages(target);
  writeJson(join(target, "package.json"), manifest);
  // The commands of package.json call Node by this name: link to the machine's Node instead of a second one.
  mkdirSync(join(target, "node_modules/.bin"));
  symlinkSync(process.execPath, join(target, "node_modules/.bin/node"));
  writeFileSync(join(target, "sbom.cdx.json"), billOfMaterials(target));
}

/** package.json without the parts for building and testing, with the dependencies of packages/. */
function runtimeManifest(): Manifest {
  const whole = v.parse(manifestSchema, readJson(join(ROOT, "package.json")));
  const { name, version, license, imports } = whole;
  return {
    name,
    version,
    private: true,
    license,
    type: "module",
    imports,
    scripts: filtered(whole.scripts, (_, command) => isImageCommand(command)),
    dependencies: filtered(
      { ...whole.dependencies, ...dependenciesOfPackages() },
      (dependency) => !BUILD_ONLY.has(dependency),
    ),
  };
}

function ownPackages(): OwnPackage[] {
  return readdirSync(join(ROOT, "packages")).map((folder) => ({
    folder: `packages/${folder}`,
    ...v.parse(ownPackageSchema, readJson(join(ROOT, "packages", folder, "package.json"))),
  }));
}

function dependenciesOfPackages(): Record<string, string> {
  const packages = ownPackages();
  const names = new Set(packages.map(({ name }) => name));
  const all = packages.flatMap(({ dependencies }) => Object.entries(dependencies));
  return Object.fromEntries(all.filter(([name]) => !names.has(name)));
}

/** Links packages/ into node_modules, as npm does. */
function linkOwnPackages(target: string): void {
  for (const { name, folder } of ownPackages()) {
    const link = join(target, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(target, folder)), link);
  }
}

function filtered(
  entries: Readonly<Record<string, string>>,
  isIncluded: (name: string, value: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter(([name, value]) => isIncluded(name, value)),
  );
}

function copyProduct(target: string): void {
  for (const path of PRODUCT_PATHS) {
    cpSync(join(ROOT, path), join(target, path), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => isFolder(source) || isProductFile(relative(ROOT, source)),
    });
  }
}

/** Only the newest build: a new image serves no pages of older ones. */
function copyBuild(target: string): void {
  const current = join(ROOT, "dist/current");
  if (!existsSync(current)) throw new Error("The web app is not built: run npm run build first.");
  const release = realpathSync(current);
  const place = join("releases", basename(release));
  cpSync(release, join(target, "dist", place), {
    recursive: true,
    filter: (source) => !source.endsWith(".map"),
  });
  symlinkSync(place, join(target, "dist/current"));
}

function copyPackages(target: string, manifest: Manifest): void {
  const lock = v.parse(lockSchema, readJson(join(ROOT, "package-lock.json")));
  const places = packagePaths(lock.packages, Object.keys(manifest.dependencies), (place) =>
    existsSync(join(ROOT, place)),
  );
  for (const place of places) {
    const origin = join(ROOT, place);
    cpSync(origin, join(target, place), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (source) => isPackageFile(relative(origin, source)),
    });
    const native = join(target, place, "native");
    if (existsSync(native)) repairNative(native);
  }
  const { name, version, lockfileVersion, packages } = lock;
  const kept = Object.fromEntries(places.map((place) => [place, packages[place]]));
  const root = { name, version, license: manifest.license, dependencies: manifest.dependencies };
  writeJson(join(target, "package-lock.json"), {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { "": root, ...kept },
  });
}

/** Software bill of materials for vulnerability scanners: CycloneDX, written by npm. */
function billOfMaterials(folder: string): string {
  return execFileSync("npm", SBOM_FLAGS, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: SBOM_LIMIT_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

if (import.meta.main) {
  const target = process.argv[2];
  if (target === undefined) throw new Error("Name the folder to fill.");
  assembleImage(resolve(target));
}
