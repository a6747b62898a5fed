import { expect, it } from "vitest";
import { licenceErrors } from "./licences.domain.ts";

function errorOf(name: string, license: string | undefined, dev?: boolean): string[] {
  return licenceErrors({ "": {}, [`node_modules/${name}`]: { license, dev } }).errors;
}

it.each([
  ["plain", "MIT"],
  ["choice", "(GPL-3.0-only OR MIT)"],
  ["both", "Apache-2.0 AND ISC"],
  ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later"],
  ["@img/sharp-win32-x64", "Apache-2.0 AND LGPL-3.0-or-later"],
  ["lightningcss-linux-x64-gnu", "MPL-2.0"],
  ["web-push", "MPL-2.0"],
  ["mediabunny", "MPL-2.0"],
  ["@mediabunny/aac-encoder", "MPL-2.0"],
])("allows %s under %s", (name, licence) => {
  expect(errorOf(name, licence)).toEqual([]);
});

it.each([
  ["copyleft", "GPL-3.0-only"],
  ["network-copyleft", "AGPL-3.0-or-later"],
  ["both", "MIT AND GPL-2.0-only"],
  ["another", "LGPL-3.0-or-later"],
  ["not-web-push", "MPL-2.0"],
  ["invented", "SEE LICENSE IN LICENSE.md"],
])("rejects %s under %s", (name, licence) => {
  expect(errorOf(name, licence)).toEqual([`${name} is under ${licence}`]);
});

it("rejects a package without a licence, unless it is another platform of a licensed one", () => {
  expect(errorOf("silent", undefined)).toEqual(["silent names no licence"]);
  expect(errorOf("silent-linux-x64", undefined)).toEqual(["silent-linux-x64 names no licence"]);
  const family = {
    "node_modules/hash": { license: "MIT" },
    "node_modules/hash-linux-x64-gnu": {},
    "node_modules/wild": { license: "GPL-3.0-only" },
    "node_modules/wild-darwin-arm64": {},
  };
  expect(licenceErrors(family).errors).toEqual([
    "wild is under GPL-3.0-only",
    "wild-darwin-arm64 is under GPL-3.0-only",
  ]);
});

it("allows any licence for test dependencies", () => {
  expect(errorOf("tool", "GPL-3.0-only", true)).toEqual([]);
});

it("leaves out the project's own packages", () => {
  const packages = { "": {}, "packages/kit": {}, "node_modules/@reign-tv/kit": { link: true } };
  expect(licenceErrors(packages)).toEqual({ count: 0, errors: [] });
});
