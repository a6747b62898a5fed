import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Returns the first link of the newest mail to a recipient. Without SMTP the server writes mails to DATA_DIR. */
export async function linkInMail(
  address: string,
  dataDir = process.env["E2E_DATA_DIR"] ?? "",
): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      link = await newestLink(address, dataDir);
      return link;
    })
    .not.toBe("");
  return link;
}

async function newestLink(address: string, dataDir: string): Promise<string> {
  const folder = join(dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  for (const name of names.toSorted((one, other) => other.localeCompare(one))) {
    const text = await readFile(join(folder, name), "utf8");
    if (!text.includes(`To: ${address}`)) continue;
    return /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  }
  return "";
}
