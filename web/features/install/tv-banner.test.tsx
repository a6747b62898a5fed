import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { installMessages } from "#shared/messages/devices/install.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { TvBanner } from "./tv-banner.tsx";

const { en, fr } = installMessages;

it.each([
  ["Roku", "Roku/DVP-9.10 (519.10E04111A)"],
  ["Google TV", "Mozilla/5.0 (Linux; Android 12; Chromecast Build/STTE) Chrome/119.0"],
  ["Smart TV", "Mozilla/5.0 (X11; Linux armv7l) HbbTV/1.4.1 SmartCast"],
] as const)("greets a %s by its name, in both languages", (platform, userAgent) => {
  const { unmount } = renderView(<TvBanner userAgent={userAgent} />);
  expect(screen.getByRole("region", { name: en.tv.title("Reign TV", platform) })).toBeDefined();
  unmount();
  renderView(<TvBanner userAgent={userAgent} />, { language: "fr" });
  expect(screen.getByRole("region", { name: fr.tv.title("Reign TV", platform) })).toBeDefined();
});

it.each([
  ["a phone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148"],
  ["a computer", "Mozilla/5.0 (X11; Linux x86_64) Chrome/128.0"],
  ["an empty user agent", ""],
])("%s is not greeted", (_device, userAgent) => {
  const { container } = renderView(<TvBanner userAgent={userAgent} />);
  expect(container.textContent).toBe("");
});

it("links to the television page in the page's language, outside of the app", () => {
  renderView(<TvBanner userAgent="Roku/DVP-9.10" />, { language: "fr" });
  expect(screen.getByRole("link", { name: fr.tv.open }).getAttribute("href")).toBe("/fr/tv");
});

it("closes its instructions and keeps the banner", async () => {
  const { user } = renderView(<TvBanner userAgent="Roku/DVP-9.10" />);
  await user.click(screen.getByRole("button", { name: en.tv.install }));
  const dialog = within(screen.getByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: en.manual.understood }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole("region")).toBeDefined();
});
