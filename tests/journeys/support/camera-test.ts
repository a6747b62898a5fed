import { expect, test as base } from "./studio-test.ts";

/** `test` in a browser with Chromium's own camera and microphone for tests, without its question. */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const fakes = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakes] });
    },
    { scope: "worker" },
  ],
});

export { expect };
