import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  makeDemoAccounts,
  DEMO_PLAYLISTS,
  demoMinistry,
} from "#scripts/demo/start-demo.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { playlistOf } from "#shared/videos/categories.ts";
import { ministrySchema } from "#shared/site/ministry.ts";
import type { TestBackend } from "@reign-tv/backend/testing";
import { startTestBackend } from "#tests/support/test-backend.ts";

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };

describe("the demonstration", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("has a member and an administrator who can sign in after every start", async () => {
    const service = createClient(backend.url, backend.secretKey, OPTIONS);
    await makeDemoAccounts(service);
    await makeDemoAccounts(service);
    const roles = [];
    for (const { email } of DEMO_ACCOUNTS) {
      const visitor = createClient(backend.url, backend.publishableKey, OPTIONS);
      const { data } = await visitor.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
      roles.push(data.user?.app_metadata["role"]);
    }
    expect(roles).toEqual([undefined, "admin"]);
  });

  it("has a long list, a list that the platform does not know, and a channel that is down", () => {
    const { playlists, channels } = v.parse(
      ministrySchema,
      JSON.parse(demoMinistry("ministry.json")),
    );
    expect(DEMO_PLAYLISTS[playlistOf({ playlists }, "sermons")]).toHaveLength(120);
    expect(DEMO_PLAYLISTS[playlistOf({ playlists }, "movies")]).toBeUndefined();
    expect(channelNamed(channels, "french").source.kind).toBe("hls");
  });
});
