import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { StudioLink } from "./studio-link.tsx";

const { fr } = devotionalMessages;
const ME = "POST /rest/v1/rpc/studio_me";

async function openLink(answer: () => Response): Promise<HTMLElement> {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(ME, answer);
  const { container } = renderView(<StudioLink />, { server, language: "fr" });
  await waitFor(() => expect(server.to(ME)).toHaveLength(1));
  return container;
}

describe("the link from the panel to the studio", () => {
  it.each([
    ["a helper with the permission", { permissions: ["devotionals"], needsSecondStep: false }],
    ["a helper before the second step", { permissions: [], needsSecondStep: true }],
  ])("is there for %s", async (_who, me) => {
    await openLink(() => json(me));
    const link = await screen.findByRole("link", { name: fr.studioOpen });
    expect(link.getAttribute("href")).toBe("/fr/studio/devotionals/import");
  });

  it.each<[string, () => Response]>([
    ["a member", () => json({ permissions: [], needsSecondStep: false })],
    ["a helper of another area", () => json({ permissions: ["channels"], needsSecondStep: false })],
    ["any user while the server does not respond", unreachable],
    ["any user with an invalid response", () => json({ hello: true })],
  ])("is not there for %s", async (_who, answer) => {
    const container = await openLink(answer);
    expect(container.textContent).toBe("");
  });
});
