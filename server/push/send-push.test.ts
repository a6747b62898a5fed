import { createECDH, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import webPush from "web-push";
import { secretFolder } from "@reign-tv/kit/files/secret-store.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { createPushSender, loadPushKeys, type PushSender, REFUSED_PAUSE_MS } from "./send-push.ts";

const MESSAGE = { title: "t", body: "b", url: "/", tag: "services", language: "en" } as const;

let nowMs: number;
let statuses: (number | "away")[];
let reports: (string | null)[];
let calls: number;
let send: PushSender;
let subject: string;

beforeEach(() => {
  nowMs = 1_000_000;
  statuses = [];
  reports = [];
  calls = 0;
  subject = "mailto:hello@example.org";
  send = createPushSender({
    keys: webPush.generateVAPIDKeys(),
    subject: () => subject,
    fetch: () => {
      calls += 1;
      const status = statuses.shift() ?? 201;
      return status === "away"
        ? Promise.reject(new TypeError("fetch failed"))
        : Promise.resolve(new Response(null, { status }));
    },
    report: (_component, fault) => void reports.push(fault),
    now: () => nowMs,
  });
});

function deviceOf(host: string) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return {
    endpoint: `https://${host}/device`,
    p256dh: keys.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
    language: "en",
  } as const;
}

const APPLE = deviceOf("web.push.apple.com");
const GOOGLE = deviceOf("fcm.googleapis.com");
const sendTo = (device: typeof APPLE): Promise<string> => send(device, MESSAGE, 60);

it.each([404, 410])("reports a device as gone only on status %d", async (status) => {
  statuses = [status];
  expect(await sendTo(APPLE)).toBe("gone");
  expect(reports).toEqual([null]);
});

it.each([400, 401, 403, 413, 429])("pauses only the service that responds %d", async (status) => {
  statuses = [status];
  expect(await sendTo(APPLE)).toBe("refused");
  expect(reports).toEqual([`status ${status}`]);
  nowMs += REFUSED_PAUSE_MS - 1;
  expect(await sendTo(APPLE)).toBe("refused");
  expect(calls).toBe(1);
  expect(await sendTo(GOOGLE)).toBe("sent");
  nowMs += 1;
  expect(await sendTo(APPLE)).toBe("sent");
});

it("continues with a service that rejects one device", async () => {
  statuses = [201, 403];
  expect(await sendTo(APPLE)).toBe("sent");
  expect(await sendTo(APPLE)).toBe("refused");
  expect(await sendTo(APPLE)).toBe("sent");
});

it("resumes a paused service when a message in flight is accepted", async () => {
  statuses = [403, 201];
  expect(await Promise.all([sendTo(APPLE), sendTo(APPLE)])).toEqual(["refused", "sent"]);
  expect(await sendTo(APPLE)).toBe("sent");
});

it.each([500, 503, "away"] as const)("treats %s as a temporary failure", async (status) => {
  statuses = [status];
  expect(await sendTo(APPLE)).toBe("failed");
  expect(await sendTo(APPLE)).toBe("sent");
});

it("reports a subject that cannot be signed, and keeps the device", async () => {
  subject = "hello@example.org";
  expect(await sendTo(APPLE)).toBe("refused");
  expect(reports).toEqual(["could not be signed or encrypted"]);
  expect(calls).toBe(0);
});

describe("the stored keys", () => {
  let dataDir: string;
  let path: string;
  const load = () => loadPushKeys(secretFolder(dataDir));

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "push-keys-"));
    path = join(dataDir, "secrets", "vapid");
    await load();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("are created again when they were deleted", async () => {
    rmSync(path);
    const created = await load();
    expect(await load()).toEqual(created);
  });

  it.each(["", "short", "no secret! ".repeat(20), "\u0000".repeat(50)])(
    "are rejected with a hint when they are damaged (%j)",
    async (text) => {
      writeFileSync(path, text);
      const loading = load();
      await expect(loading).rejects.toThrow(
        new RegExp(`^The secret "vapid" \\(${path}\\) is (?:damaged|too weak)`),
      );
      await expect(loading).rejects.toThrow(`delete it (rm ${path}) and start again:`);
      await expect(loading).rejects.toThrow("every visitor has to turn on reminders again.");
      rmSync(path);
      await expect(load()).resolves.toBeDefined();
    },
  );

  it("are rejected when they lack a character", async () => {
    writeFileSync(path, readFileSync(path, "utf8").trim().slice(0, -1));
    await expect(load()).rejects.toThrow(StartError);
  });

  it("are rejected when others can read them; chmod 600 is enough", async () => {
    chmodSync(path, 0o666);
    await expect(load()).rejects.toThrow(`(mode 666). Run chmod 600 ${path}`);
    chmodSync(path, 0o600);
    await expect(load()).resolves.toBeDefined();
  });
});
