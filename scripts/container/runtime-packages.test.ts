import { expect, it } from "vitest";
import * as v from "valibot";
import { lockSchema, packagePaths } from "./runtime-packages.ts";

const { packages } = v.parse(lockSchema, {
  name: "site",
  version: "1.0.0",
  lockfileVersion: 3,
  packages: {
    "": {},
    "node_modules/build-tool": { dependencies: { shared: "1" } },
    "node_modules/server": {
      dependencies: { shared: "2", peer: "1" },
      optionalDependencies: { "native-arm": "1", "native-x64": "1" },
    },
    "node_modules/native-x64": { optional: true },
    "node_modules/native-arm": { optional: true },
    "node_modules/peer": {
      peerDependencies: { server: "1", wanted: "1", unwanted: "1" },
      peerDependenciesMeta: { unwanted: { optional: true } },
    },
    "node_modules/server/node_modules/shared": { dependencies: { deep: "1" } },
    "node_modules/deep": {},
    "node_modules/shared": {},
    "node_modules/unwanted": {},
    "node_modules/wanted": {},
  },
});

it("includes all dependencies of a package, from where Node would find them", () => {
  const places = packagePaths(packages, ["server"], (place) => !place.endsWith("-arm"));
  expect(places).toEqual([
    "node_modules/server",
    "node_modules/native-x64",
    "node_modules/peer",
    "node_modules/server/node_modules/shared",
    "node_modules/deep",
    "node_modules/wanted",
  ]);
});

it("throws with a hint when a needed package is not installed", () => {
  expect(() => packagePaths(packages, ["server"], (place) => !place.endsWith("deep"))).toThrow(
    "deep is not installed: run npm run build first.",
  );
  expect(() => packagePaths(packages, ["unheard-of"], () => true)).toThrow("unheard-of");
});
