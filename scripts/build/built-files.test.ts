import { expect, it } from "vitest";
import { findSecrets, firstFiles, pagesWithClient } from "./built-files.ts";

const MANIFEST = {
  "web/entry.ts": { file: "entry.js", imports: ["_a.js", "_b.js"], css: [] },
  "_a.js": { file: "a.js", imports: ["_b.js"], css: [] },
  "_b.js": { file: "b.js", imports: ["_a.js"], css: [] },
  "web/lazy.ts": { file: "lazy.js", imports: [], css: [] },
};

it("loads an entry and its static imports once each, also in a cycle", () => {
  expect(firstFiles(MANIFEST, "web/entry.ts").toSorted()).toEqual(["a.js", "b.js", "entry.js"]);
});

it("names an entry that was not built in an error", () => {
  expect(() => firstFiles(MANIFEST, "web/other.ts")).toThrow("web/other.ts");
});

it("lists the pages whose first files hold the backend client, but the studio", () => {
  const pages = {
    "web/app/routes/auth-route.tsx": { file: "auth.js", imports: ["_client.js"], css: [] },
    "web/app/routes/bible-route.tsx": { file: "bible.js", imports: [], css: [] },
    "web/app/routes/studio-route.tsx": { file: "studio.js", imports: ["_client.js"], css: [] },
    "_client.js": { file: "client.js", imports: [], css: [] },
  };
  const textOf = (file: string) =>
    file === "client.js" ? 'throw Error("supabaseUrl is required.")' : "";
  expect(pagesWithClient(pages, textOf)).toEqual(["web/app/routes/auth-route.tsx"]);
  expect(() => pagesWithClient(pages, () => "")).toThrow("no backend client");
});

it.each([
  ['const url = env.DATABASE_URL ?? ""', 1],
  ['key("sb_secret_abcdefgh12345678")', 1],
  ['if (key.startsWith("sb_secret_")) warn()', 0],
  ["const harmless = 1", 0],
])("finds secrets in a built file: %s", (text, count) => {
  expect(findSecrets("assets/x.js", text)).toHaveLength(count);
});
