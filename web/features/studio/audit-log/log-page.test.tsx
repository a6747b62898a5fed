import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { logMessages } from "#shared/messages/studio/log.ts";
import {
  createFakeServer,
  json,
  type MadeRequest,
  unreachable,
} from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { LogPage } from "./log-page.tsx";

const texts = logMessages.en;
const LOG = "GET /rest/v1/audit_log";

const LINES = Array.from({ length: 120 }, (_, index) => ({
  id: 120 - index,
  at: "2026-11-22T09:30:00Z",
  actor_name: index === 0 ? null : "Ann",
  action: index % 2 === 0 ? "channel.publish" : "staff.new_act",
  subject: "english",
  summary: index === 2 ? '=HYPERLINK("https://evil.example")' : `Line ${120 - index}`,
}));

function respondWithLog({ search }: MadeRequest): Response {
  const area = /^like\.(\w+)\.%$/.exec(search.get("action") ?? "")?.[1];
  const found = LINES.filter(({ action }) => area === undefined || action.startsWith(`${area}.`));
  const from = Number(search.get("offset") ?? 0);
  return json(found.slice(from, from + Number(search.get("limit") ?? found.length)));
}

function openLog(at = "/studio/log") {
  const server = createFakeServer();
  server.answer(LOG, respondWithLog);
  return renderView(
    <InStudio>
      <LogPage />
    </InStudio>,
    { server, at },
  );
}

it("shows fifty lines, newest first, and links to older ones", async () => {
  const { user } = openLog();
  expect(await screen.findByText("Line 119")).toBeDefined();
  expect(screen.getAllByRole("row")).toHaveLength(51);
  expect(screen.getByText(texts.somebody)).toBeDefined();
  expect(screen.getByRole("button", { name: texts.newer })).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: texts.older }));
  await screen.findByText("Line 70");
  await user.click(screen.getByRole("button", { name: texts.older }));
  await screen.findByText("Line 1");
  expect(screen.getByRole("button", { name: texts.older })).toHaveProperty("disabled", true);
  expect(screen.getAllByRole("row")).toHaveLength(21);
});

it("translates known actions and shows unknown ones as they are", async () => {
  openLog();
  const [row] = await screen.findAllByRole("row", { name: /Line 119/ });
  expect(textOf(row ?? null)).toContain(`${texts.areas.staff} · new_act`);
});

it("filters by area, stores the area in the URL and starts at its first page", async () => {
  const { user, address } = openLog();
  await user.click(await screen.findByRole("button", { name: texts.older }));
  await user.selectOptions(screen.getByLabelText(texts.area), "channel");
  expect(address()).toBe("/studio/log?area=channel");
  await screen.findByText("Line 120");
  expect(screen.queryByText("Line 119")).toBeNull();
});

it("treats an unknown area as all", async () => {
  openLog("/studio/log?area=__proto__");
  expect(await screen.findByText("Line 119")).toBeDefined();
});

it("exports all lines, with formulas escaped", async () => {
  const { user } = openLog();
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:log";
  });
  // jsdom would navigate to the file.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await screen.findByText("Line 119");
  await user.click(screen.getByRole("button", { name: texts.download }));
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines).toHaveLength(121);
  expect(lines.join("\n")).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});

it("says that a file could not be made", async () => {
  const { user, server } = openLog();
  await screen.findByText("Line 119");
  server.answer(LOG, unreachable);
  await user.click(screen.getByRole("button", { name: texts.download }));
  expect(textOf(await screen.findByRole("alert"))).toContain(texts.downloadFailed);
});
