import { expect, it } from "vitest";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { AccountControl } from "./account-control.tsx";

it.each([
  [{ full_name: "Ruth Moyo" }, "R", "Ruth Moyo"],
  [
    { full_name: "\u{1F3F3}\u{FE0F}\u200D\u{1F308} Ruth" },
    "\u{1F3F3}\u{FE0F}\u200D\u{1F308}",
    /Ruth$/,
  ],
  [{}, "R", MEMBER.email],
])("the header shows who is signed in: %j by %s", async (user_metadata, initial, name) => {
  const server = createFakeServer();
  await signInMember(server, { ...MEMBER, user_metadata });
  const { container } = renderView(<AccountControl />, { server });
  await expect.poll(() => container.querySelector("[title]")?.textContent).toBe(initial);
  expect(container.querySelector("[title]")?.getAttribute("title")).toMatch(name ?? "");
});
