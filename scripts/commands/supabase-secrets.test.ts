import { spawnSync } from "node:child_process";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { parsePlaylistSettings } from "#functions/_shared/playlist/playlist-settings.ts";
import { parseSpeechSettings } from "#functions/_shared/speech/speech-settings.ts";
import { programEnvironment } from "#tests/support/program-environment.ts";

function print(variables: Record<string, string>) {
  return spawnSync(process.execPath, ["scripts/commands/supabase-secrets.ts"], {
    encoding: "utf8",
    env: programEnvironment(variables),
  });
}

it("prints every variable that the functions read", () => {
  const { status, stdout } = print({
    PUBLIC_URL: "https://tv.example.org",
    TTS_API_KEY: "speech-key",
    YOUTUBE_API_KEY: "platform-key",
    CORS_ORIGINS: "https://other.example.org",
  });
  expect(status).toBe(0);
  const secrets = parseEnv(stdout);
  const playlists = parsePlaylistSettings(secrets);
  expect(playlists).toMatchObject({
    ok: true,
    value: { siteUrl: "https://tv.example.org", apiKey: "platform-key" },
  });
  expect(parseSpeechSettings(secrets)).toMatchObject({
    apiKey: "speech-key",
    siteUrl: "https://tv.example.org",
  });
  expect(secrets["CORS_ORIGINS"]).toBe("https://other.example.org");
  // Supabase's command line rejects names with its own prefix.
  expect(Object.keys(secrets).filter((name) => name.startsWith("SUPABASE_"))).toEqual([]);
});

it("names the site's missing public URL", () => {
  const { status, stderr } = print({});
  expect([status, stderr]).toEqual([
    1,
    "Set PUBLIC_URL to the address of the site, where the functions find its texts.\n",
  ]);
});
