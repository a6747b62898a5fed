import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { APP_ID, APP_LINK_PATHS, APP_LINK_PREFIXES } from "#shared/site/app-links.ts";
import { ICON_PLANS } from "./icons.ts";
import { runProgram } from "./run-program.ts";

/** The parts of the Android and iOS projects that can be checked without their tools. */

const ANDROID = "mobile/android/app";
const IOS = "mobile/ios/App";
const NAME = "Reign TV";

type Attributes = Readonly<Record<string, string>>;
type IntentFilter = {
  "android:autoVerify"?: string;
  data?: readonly Attributes[];
  category?: readonly Attributes[];
};

const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", isArray: isList });

function isList(name: string): boolean {
  return ["data", "category", "intent-filter", "uses-feature", "string", "array"].includes(name);
}

const capacitor = JSON.parse(readFileSync("capacitor.config.json", "utf8"));
const manifest = xml.parse(readFileSync(`${ANDROID}/src/main/AndroidManifest.xml`, "utf8")).manifest;
const { activity } = manifest.application;
const filters: readonly IntentFilter[] = activity["intent-filter"];

describe("parses every XML file, plist and storyboard of the projects", () => {
  const files = globSync("mobile/**/*.{xml,plist,storyboard,entitlements}").filter(
    (path) => !isGenerated(path),
  );
  it.each(files)("%s", (path) => {
    expect(XMLValidator.validate(readFileSync(path, "utf8"))).toBe(true);
  });
  it("has as many as the platforms require", () => {
    expect(files.length).toBeGreaterThan(10);
  });
});

/** Files that the projects' own ignore files exclude. */
function isGenerated(path: string): boolean {
  return /\/(?:src\/main\/assets|App\/App\/public|build|\.gradle|DerivedData|capacitor-cordova-[a-z]+-plugins)\/|\/(?:capacitor\.config\.json|config\.xml)$/.test(
    path.replace("mobile/tv/tizen/config.xml", ""),
  );
}

it("has one app id and one name everywhere", () => {
  expect([capacitor.appId, capacitor.appName]).toEqual([APP_ID, NAME]);
  const gradle = readFileSync(`${ANDROID}/build.gradle`, "utf8");
  expect(gradle).toContain(`namespace = "${APP_ID}"`);
  expect(gradle).toContain(`applicationId "${APP_ID}"`);
  const strings = xml.parse(readFileSync(`${ANDROID}/src/main/res/values/strings.xml`, "utf8"));
  const values = Object.fromEntries(
    strings.resources.string.map((entry: Record<string, string>) => [entry["name"], entry["#text"]]),
  );
  expect(values).toEqual({
    app_name: NAME,
    title_activity_main: NAME,
    package_name: APP_ID,
    custom_url_scheme: APP_ID,
  });
  const project = readFileSync(`${IOS}/App.xcodeproj/project.pbxproj`, "utf8");
  expect(project.match(/PRODUCT_BUNDLE_IDENTIFIER = (.+);/g)).toEqual(
    Array.from({ length: 2 }, () => `PRODUCT_BUNDLE_IDENTIFIER = ${APP_ID};`),
  );
  expect(JSON.parse(readFileSync("mobile/tv/webos/appinfo.json", "utf8"))).toMatchObject({
    id: APP_ID,
    title: NAME,
  });
});

describe("on Android", () => {
  it("opens links to pages of the site in the app, once the site confirms it", () => {
    const web = filters.find((filter) => filter["android:autoVerify"] === "true");
    const values = (name: string) =>
      (web?.data ?? []).flatMap((data) => data[`android:${name}`] ?? []);
    expect(values("scheme")).toEqual(["https"]);
    expect(values("host")).toEqual(["${appLinkHost}"]);
    expect(values("path")).toEqual([...APP_LINK_PATHS]);
    expect(values("pathPrefix")).toEqual([...APP_LINK_PREFIXES]);
  });

  it("opens the app's own scheme, too", () => {
    const schemes = filters.flatMap((filter) =>
      (filter.data ?? []).flatMap((data) => data["android:scheme"] ?? []),
    );
    expect(schemes).toContain("@string/custom_url_scheme");
  });

  it("offers televisions a banner, and needs no touchscreen", () => {
    const categories = filters.flatMap((filter) =>
      (filter.category ?? []).map((category) => category["android:name"]),
    );
    expect(categories).toContain("android.intent.category.LEANBACK_LAUNCHER");
    expect(manifest.application["android:banner"]).toBe("@drawable/tv_banner");
    expect(manifest["uses-feature"]).toEqual(
      ["android.software.leanback", "android.hardware.touchscreen"].map((name) => ({
        "android:name": name,
        "android:required": "false",
      })),
    );
  });

  it("requests only the internet permission, and no back-up includes a session", () => {
    expect(manifest["uses-permission"]["android:name"]).toBe("android.permission.INTERNET");
    expect(manifest.application["android:allowBackup"]).toBe("false");
  });
});

describe("on iOS", () => {
  const plist = readFileSync(`${IOS}/App/Info.plist`, "utf8");

  it("declares the app's own scheme and both languages", () => {
    const { dict } = xml.parse(plist).plist;
    const keys: readonly string[] = dict.key;
    expect(keys).toEqual(expect.arrayContaining(["CFBundleURLTypes", "CFBundleLocalizations"]));
    expect(plist).toMatch(
      /<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>\$\(PRODUCT_BUNDLE_IDENTIFIER\)</,
    );
    expect(plist).toMatch(/CFBundleLocalizations<\/key>\s*<array>\s*<string>en<.*\s*<string>fr</);
  });

  it("follows the app's theme with the status bar", () => {
    expect(plist).toMatch(/UIViewControllerBasedStatusBarAppearance<\/key>\s*<true\/>/);
  });

  it("signs the permission for the site's links in both configurations", () => {
    const project = readFileSync(`${IOS}/App.xcodeproj/project.pbxproj`, "utf8");
    expect(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2);
    expect(project.match(/APP_LINK_HOST = /g)).toHaveLength(2);
    expect(readFileSync(`${IOS}/App/App.entitlements`, "utf8")).toContain(
      "<string>applinks:$(APP_LINK_HOST)</string>",
    );
  });

  it("closes the project's braces and brackets", () => {
    const project = readFileSync(`${IOS}/App.xcodeproj/project.pbxproj`, "utf8");
    const bare = project.replaceAll(/"(?:\\.|[^"\\])*"|\/\*.*?\*\//g, "");
    expect(bare.match(/[{(]/g)?.length).toBe(bare.match(/[})]/g)?.length);
  });
});

describe("icons and splash screens", () => {
  it.each(ICON_PLANS)("include $path in its size", async ({ path, width, height }) => {
    const facts = await sharp(path).metadata();
    expect([facts.format, facts.width, facts.height]).toEqual(["png", width, height]);
  });

  it("give Apple's icon no transparency", async () => {
    const { hasAlpha } = await sharp(
      `${IOS}/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png`,
    ).metadata();
    expect(hasAlpha).toBe(false);
  });

  it("include every image that an asset catalogue names", () => {
    for (const path of globSync(`${IOS}/App/Assets.xcassets/*/Contents.json`)) {
      const { images } = JSON.parse(readFileSync(path, "utf8"));
      for (const { filename } of images) expect(existsSync(join(path, "..", filename))).toBe(true);
    }
  });
});

it("`cap sync` changes no committed file", { timeout: 60_000 }, async () => {
  if (!existsSync("dist/phone/index.html")) {
    mkdirSync("dist/phone", { recursive: true });
    writeFileSync("dist/phone/index.html", "<!doctype html><html><head></head></html>\n");
  }
  const before = committedFiles();
  await runProgram(join("node_modules", "@capacitor", "cli", "bin", "capacitor"), ["sync"]);
  expect(before.size).toBeGreaterThan(50);
  expect(committedFiles()).toEqual(before);
});

/** Hash of every file of the projects that `cap sync` does not create each time. */
function committedFiles(): Map<string, string> {
  const paths = globSync("mobile/**/*", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isGenerated(path));
  return new Map(
    paths.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
