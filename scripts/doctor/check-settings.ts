import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { loadMinistry } from "#server/settings/ministry.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { CheckResult } from "@reign-tv/operations/doctor/check-result.ts";

const LOOPBACK = /^(?:127\.|localhost$|::1$)/;

/** Checks the settings; returns none when they cannot be parsed. */
export function checkSettings(environment: Record<string, string | undefined>): {
  config: Config | null;
  results: CheckResult[];
} {
  try {
    const config = parseConfig(environment);
    return {
      config,
      results: [
        { topic: "settings", status: "ok", text: "all settings are valid" },
        ...urlResults(config),
      ],
    };
  } catch (error) {
    const text = messageOf(error);
    const hint =
      "Correct these settings where the service has them (/etc/reign-tv.env, or the file that SETTINGS_FILE names), then run this command again. docs/configuration.md lists all settings.";
    return { config: null, results: [{ topic: "settings", status: "problem", text, hint }] };
  }
}

/** Checks that PUBLIC_URL fits a public site. */
function urlResults({ PUBLIC_URL, HOST, siteUrl }: Config): CheckResult[] {
  const topic = "address";
  const isPublic = !LOOPBACK.test(HOST);
  if (PUBLIC_URL === undefined) {
    return [
      {
        topic,
        status: "look",
        text: `PUBLIC_URL is not set: links in mails and share tags lead to ${siteUrl}`,
        hint: "Set PUBLIC_URL to the address that visitors type, such as https://tv.example.org. On your own computer there is nothing to do.",
      },
    ];
  }
  if (PUBLIC_URL.startsWith("https://")) {
    return [{ topic, status: "ok", text: `public address: ${PUBLIC_URL}` }];
  }
  return [
    {
      topic,
      status: isPublic ? "problem" : "look",
      text: `${PUBLIC_URL} is not encrypted: passwords are sent in plain text and the app cannot be installed`,
      hint: 'Put a proxy with a certificate in front (docs/operating.md, "Behind TLS") and change PUBLIC_URL to https://.',
    },
  ];
}

/** Checks that ministry.json is valid. */
export async function checkMinistry(config: Config): Promise<CheckResult[]> {
  const topic = "ministry";
  try {
    const { name, channels } = await loadMinistry(
      config.MINISTRY_FILE,
      await loadLibrary(MEDIA_DIR),
    );
    const count = Object.keys(channels).length;
    return [{ topic, status: "ok", text: `${name}, ${count} channel(s)` }];
  } catch (error) {
    const text = messageOf(error);
    const hint = 'Correct the file; docs/operating.md lists its fields under "ministry.json".';
    return [{ topic, status: "problem", text, hint }];
  }
}
