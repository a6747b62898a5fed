import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import {
  ADD_TEXT_PATH,
  OFFERED_TEXTS_PATH,
  REMOVE_TEXT_PATH,
  TEXTS_PATH,
} from "#shared/studio/bible-texts.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { OFFERED_TEXTS, STUDIO_TEXTS } from "#tests/support/studio-texts.ts";
import { BibleTextsPage } from "./bible-texts-page.tsx";

const { en } = bibleTextsMessages;

async function openPage() {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(`GET ${TEXTS_PATH}`, () => json(STUDIO_TEXTS));
  server.answer(`GET ${OFFERED_TEXTS_PATH}`, () => json(OFFERED_TEXTS));
  const view = renderView(
    <InStudio>
      <BibleTextsPage />
    </InStudio>,
    { server },
  );
  await screen.findByRole("heading", { name: en.here.title });
  return { ...view, server };
}

it("shows installed texts with their licence, running downloads and the reasons of failures", async () => {
  const { server } = await openPage();
  const here = within(screen.getByRole("region", { name: en.here.title }));
  expect(here.getByText(en.here.facts("31,170", "66", "1.3"))).toBeDefined();
  expect(here.getByText(/Public domain · Source: https:\/\/texts\.example/)).toBeDefined();
  const coming = within(screen.getByRole("region", { name: en.coming.title }));
  expect(coming.getByText(en.coming.progress("12", "66"))).toBeDefined();
  expect(coming.getByText(en.coming.failed.busy)).toBeDefined();
  expect(server.to(`GET ${TEXTS_PATH}`)[0]?.headers.get("authorization")).toMatch(/^Bearer \S+/);
});

it("finds a text by language and name and adds it in one tap", async () => {
  const { user, server } = await openPage();
  server.answer(`POST ${ADD_TEXT_PATH}`, () => json(STUDIO_TEXTS));
  const offered = within(screen.getByRole("region", { name: en.offered.title }));
  const names = () => offered.getAllByRole("heading", { level: 3 }).map((one) => one.textContent);
  await waitFor(() =>
    expect(names()).toEqual(["Lingala Own · Lingala", "Kiswahili Own · Swahili"]),
  );
  await user.selectOptions(offered.getByLabelText(en.offered.language), "ln");
  expect(names()).toEqual(["Lingala Own · Lingala"]);
  await user.type(offered.getByLabelText(en.offered.search), "other");
  expect(offered.getByText(en.offered.none)).toBeDefined();
  await user.clear(offered.getByLabelText(en.offered.search));
  await user.click(offered.getByRole("button", { name: en.offered.add("Lingala Own") }));
  await waitFor(() => expect(server.to(`POST ${ADD_TEXT_PATH}`)).toHaveLength(1));
});

it("removes a text after a confirmation, which says that a configured text returns", async () => {
  const { user, server } = await openPage();
  server.answer(`POST ${REMOVE_TEXT_PATH}`, () => json({ here: [], coming: [] }));
  await user.click(screen.getByRole("button", { name: en.here.remove("Louis Segond 1910") }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(en.here.comesBack)).toBeDefined();
  expect(server.to(`POST ${REMOVE_TEXT_PATH}`)).toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: en.here.removeConfirm }));
  expect(await screen.findByText(en.here.none)).toBeDefined();
});

it("retries a failed text in one tap and reports a rejection", async () => {
  const { user, server } = await openPage();
  server.answer(`POST ${ADD_TEXT_PATH}`, () => json({ error: "Not yours" }, 403));
  await user.click(screen.getByRole("button", { name: en.coming.again("nde_own") }));
  expect(await screen.findByText(/may not|not allowed|no right|permission/i)).toBeDefined();
});
