import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { buildPhoneBundle } from "#scripts/mobile/phone-bundle.ts";
import { type PhoneServer, startPhoneServer } from "#tests/support/phone-server.ts";

/** Origin of the app's pages in Android's web view. */
export const APP_ORIGIN = "https://localhost";

const NATIVE_BRIDGE = "node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js";

/** A native bundle on a plain file server, as in the web view. */
export type PhoneApp = {
  /** Makes the app reachable at `https://localhost` in a context. */
  install(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
};

/** Builds the bundle for a server and serves it. */
export async function openPhoneApp(serverUrl: string): Promise<PhoneApp> {
  const folder = mkdtempSync(join(tmpdir(), "reign-phone-"));
  await buildPhoneBundle(folder, serverUrl);
  const files: PhoneServer = await startPhoneServer(folder);
  return {
    async install(context) {
      await context.route(`${APP_ORIGIN}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await fetch(`${files.url}${pathname}${search}`);
        const answered = route.fulfill({
          status: response.status,
          contentType: response.headers.get("content-type") ?? "",
          body: Buffer.from(await response.arrayBuffer()),
        });
        // A test may close its page while a file is being sent.
        await answered.catch(() => undefined);
      });
    },
    async close() {
      await files.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One call of the app to the native bridge. */
export type NativeCall = { plugin: string; method: string; options: Record<string, unknown> };

/** The native side of the bridge. It records the app's calls. */
export type FakePhone = {
  calls(): Promise<NativeCall[]>;
  /** Sends a plugin event to the app's listeners. */
  emit(plugin: string, event: string, data: object): Promise<void>;
};

/** Plugin methods that Android registers before the page's scripts. */
const PLUGIN_METHODS = {
  App: ["exitApp"],
  Share: ["share"],
  SplashScreen: ["hide"],
  SystemBars: ["setStyle"],
} as const;

/** Simulates Android in a page, with Android's own bridge script. */
export async function installFakePhone(page: Page): Promise<FakePhone> {
  const headers = Object.entries(PLUGIN_METHODS).map(([name, methods]) => ({
    name,
    methods: [
      { name: "addListener", rtype: "callback" },
      { name: "removeListener", rtype: "none" },
      ...methods.map((method) => ({ name: method, rtype: "promise" })),
    ],
  }));
  await page.addInitScript(handleNativeCalls, headers);
  await page.addInitScript(readFileSync(NATIVE_BRIDGE, "utf8"));
  return {
    calls: () => page.evaluate(() => Reflect.get(window, "phoneCalls")),
    emit: (plugin, event, data) =>
      page.evaluate(
        ([name, detail]) => {
          window.dispatchEvent(new CustomEvent(`phone:${name}`, { detail }));
        },
        [`${plugin}.${event}`, data] as const,
      ),
  };
}

/** Runs in the page, in the app's own frame only: the server's frames have no bridge. */
function handleNativeCalls(headers: object[]): void {
  if (window.location.origin !== "https://localhost") return;
  type Message = {
    callbackId: string;
    pluginId: string;
    methodName: string;
    options: Record<string, unknown>;
  };
  const calls: NativeCall[] = [];
  const bridge: { onmessage?: (event: { data: string }) => void; postMessage(text: string): void } =
    {
      postMessage(text) {
        const { callbackId, pluginId, methodName, options }: Message = JSON.parse(text);
        const answer = (data: unknown, save: boolean): void => {
          const reply = { callbackId, pluginId, methodName, success: true, save, data };
          bridge.onmessage?.({ data: JSON.stringify(reply) });
        };
        if (methodName === "addListener") {
          window.addEventListener(`phone:${pluginId}.${String(options["eventName"])}`, (event) => {
            if (event instanceof CustomEvent) answer(event.detail, true);
          });
          return;
        }
        calls.push({ plugin: pluginId, method: methodName, options });
        queueMicrotask(() => answer({}, false));
      },
    };
  Object.assign(window, {
    androidBridge: bridge,
    phoneCalls: calls,
    Capacitor: { PluginHeaders: headers },
  });
}
