import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadMinistry } from "./ministry.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ministry-"));
  file = join(folder, "ministry.json");
});

afterEach(() => rm(folder, { recursive: true }));

type Draft = Record<string, unknown> & Record<"playlists" | "links" | "services", object>;

async function messageFor(change: (ministry: Draft) => void): Promise<string> {
  const ministry: Draft = JSON.parse(await readFile("ministry.json", "utf8"));
  change(ministry);
  await writeFile(file, JSON.stringify(ministry));
  return loadMinistry(file).then(
    () => "accepted",
    (error: Error) => error.message,
  );
}

describe("loadMinistry", () => {
  it("accepts the demonstration ministry that ships", async () => {
    await expect(loadMinistry("ministry.json")).resolves.toMatchObject({
      name: "Reign TV",
      tagline: "Where Jesus Christ is King",
    });
  });

  it("tells in one sentence that the file cannot be read", async () => {
    await expect(loadMinistry(file)).rejects.toThrow(`The ministry file ${file} cannot be read.`);
  });

  it("tells that the file is not JSON", async () => {
    await writeFile(file, "{ name: ");
    await expect(loadMinistry(file)).rejects.toThrow(/is not valid JSON/);
  });

  it("reports every problem at once, with its path", async () => {
    const message = await messageFor((ministry) => {
      ministry["email"] = "nobody";
      ministry["phone"] = "";
      Object.assign(ministry.playlists, { music: "x" });
    });
    expect(message).toContain("has 3 problems");
    expect(message).toContain("  email: ");
    expect(message).toContain("  phone: ");
    expect(message).toContain("  playlists.music: must be a playlist id");
  });

  it.each(["javascript:alert(1)", "http://example.org/", "data:text/html,x", "//example.org"])(
    "refuses the link %s",
    async (link) => {
      const message = await messageFor((ministry) =>
        Object.assign(ministry.links, { donate: link }),
      );
      expect(message).toContain("  links.donate: must be an https:// address");
    },
  );

  it("refuses a misspelt key instead of ignoring it", async () => {
    await expect(messageFor((ministry) => (ministry["taglin"] = "x"))).resolves.toContain("taglin");
  });

  it("refuses a time zone that does not exist", async () => {
    const message = await messageFor((ministry) =>
      Object.assign(ministry.services, { timeZone: "Europe/Nowhere" }),
    );
    expect(message).toContain("  services.timeZone: must be an IANA time zone");
  });
});
