import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { announcementsMessages } from "#shared/messages/studio/announcements.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio, STUDIO_NOW } from "#tests/support/studio-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { AnnouncementsPage } from "./announcements-page.tsx";

const { fr } = announcementsMessages;

it("leads back to drafts that were never published, also to one whose text is damaged", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, { documents: { "announcement/out": { text: { fr: "Publiée" } } } });
  server.answer("GET /rest/v1/studio_drafts", () =>
    json([
      { id: "new", body: { changes: { text: { fr: "Culte ce soir" } } } },
      { id: "odd", body: { changes: { text: 3 } } },
      { id: "out", body: { changes: { text: { fr: "Corrigée" } } } },
    ]),
  );
  renderView(
    <InStudio>
      <AnnouncementsPage />
    </InStudio>,
    { server, language: "fr", at: "/studio/announcements" },
  );
  const draft = await screen.findByRole("link", { name: "Culte ce soir" });
  expect(draft.getAttribute("href")).toBe("/fr/studio/announcements/new");
  expect(screen.getByRole("link", { name: fr.unnamed })).toBeDefined();
  expect(screen.queryByText("Corrigée")).toBeNull();
  expect(screen.queryByText(fr.none)).toBeNull();
});

it("lists a draft that is saved only after its page was left", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, {});
  const saved: object[] = [];
  server.answer("GET /rest/v1/studio_drafts", ({ search }) => json(search.has("id") ? [] : saved));
  server.answer("POST /rest/v1/studio_drafts", ({ body }) => {
    saved.push(body ?? {});
    return json([{ updated_at: STUDIO_NOW }], 201);
  });
  const { user } = renderView(
    <InStudio>
      <AnnouncementsPage />
    </InStudio>,
    { server, language: "fr", at: "/studio/announcements/a-1" },
  );
  const [, text] = await screen.findAllByRole("textbox");
  if (text) fireEvent.change(text, { target: { value: "Repas en commun" } });
  const link = screen.getByLabelText<HTMLInputElement>(fr.fields.link);
  await user.type(link, "live-tv");
  await user.tab();
  expect(link.value).toBe("/live-tv");
  await user.click(screen.getByRole("link", { name: fr.back }));
  expect(await screen.findByRole("link", { name: "Repas en commun" })).toBeDefined();
});
