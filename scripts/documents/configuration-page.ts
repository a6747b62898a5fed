import { writeFileSync } from "node:fs";
import * as v from "valibot";
import { settingsSchema } from "#server/settings/config.ts";
import { SETTING_GROUPS, type SettingMeaning } from "./setting-meanings.ts";

/** `npm run docs:settings`: writes docs/configuration.md from the settings schema. */

export const CONFIGURATION_PAGE = "docs/configuration.md";

const HEAD = `# Configuration

Environment variables, all optional; [.env.example](../.env.example) has the usual ten. A misspelt name or half of a
group stops the start. Each line: name, behaviour without it, meaning. \`npm run docs:settings\` writes this page.
`;

/** Text of the page. */
export function configurationPage(): string {
  const sections = SETTING_GROUPS.map(({ title, settings }) => {
    const lines = Object.entries(settings).map(([name, setting]) => settingLine(name, setting));
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}

function settingLine(name: string, { meaning, unset }: SettingMeaning): string {
  const fallback = defaultOf(name) ?? unset;
  if (fallback === undefined) throw new Error(`${name} needs an "unset" text: it has no default`);
  return `- \`${name}\` (${fallback}): ${meaning}`;
}

/** Default of the schema as an operator writes it; null where it has none or an empty one. */
function defaultOf(name: string): string | null {
  const schema = Object.entries(settingsSchema.entries).find(([key]) => key === name)?.[1];
  const text = schema && v.getDefault(schema);
  return text === undefined || text === "" || text === "{}" ? null : `\`${text}\``;
}

if (import.meta.main) writeFileSync(CONFIGURATION_PAGE, configurationPage());
