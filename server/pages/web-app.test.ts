import { expect, it } from "vitest";
import { openBuiltWebApp, pageRenderer } from "./web-app.ts";

it("asks the router once for each page, and remembers no unknown path", () => {
  const asked: string[] = [];
  const renderer = pageRenderer(
    {
      BOOT_SCRIPT: "",
      PAGE_STATE_ID: "state",
      renderPage: () => Promise.reject(new Error("not rendered")),
      renderShell: () => {
        throw new Error("not rendered");
      },
      isPage(path) {
        asked.push(path);
        return path === "/bible";
      },
    },
    () => Promise.reject(new Error("no call")),
  );
  const answers = ["/bible", "/none", "/bible", "/none"].map((path) => renderer.isPage(path));
  expect(answers).toEqual([true, false, true, false]);
  expect(asked).toEqual(["/bible", "/none", "/none"]);
});

it("says what to do when the web app is not built", async () => {
  await expect(openBuiltWebApp("/nowhere")).rejects.toThrow(
    "The web app is not built; run `npm run build`.",
  );
});
