import { screen, within } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { GuidePage } from "./guide-page.tsx";

it.each([
  ["en", "/studio/guide", "docs/studio.md"],
  ["fr", "/studio/guide", "docs/studio.fr.md"],
  ["en", "/studio/guide/live", "docs/live.md"],
  ["fr", "/studio/guide/live", "docs/live.fr.md"],
] as const)("shows the guide in %s at %s without marks", async (language, at, path) => {
  const { container } = renderView(
    <InStudio>
      <GuidePage />
    </InStudio>,
    { at, language },
  );
  const document = readFileSync(path, "utf8");
  const title = await screen.findByRole("heading", { level: 1 });
  expect(`# ${textOf(title)}`).toBe(document.split("\n")[0]);
  expect(textOf(container)).not.toMatch(/\*\*|`|\]\(|<img|^- |# /m);
  const headings = [...document.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  const shown = screen.getAllByRole("heading", { level: 2 });
  expect(shown.map(textOf)).toEqual(headings);
  expect(within(container).getAllByRole("list").length).toBeGreaterThan(2);
  const links = screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
  const prefix = language === "fr" ? "/fr" : "";
  expect(links).toEqual(at.endsWith("live") ? [] : [`${prefix}/studio/guide/live`]);
});
