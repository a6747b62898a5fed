import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ImportPage } from "./import-page.tsx";

const { file: texts } = devotionalsMessages.en;
const MANY = "POST /rest/v1/rpc/studio_change_many";
const BODY = { title: "Old", verse: "v", content: "c" };
const CSV =
  "date;titre;texte;langue\n2026-11-23;Un;a;fr\n2026-02-30;Deux;b;fr\n24/11/2026;Trois;c;fr\n";

async function openImport(): Promise<ReturnType<typeof renderView> & { server: FakeServer }> {
  const server = createFakeServer();
  server.answer("GET /rest/v1/studio_documents", () =>
    json([{ id: "2026-11-23.fr", version: 4, body: BODY }]),
  );
  await signInMember(server);
  const view = renderView(
    <InStudio permissions={["devotionals"]}>
      <ImportPage />
    </InStudio>,
    { server, at: "/studio/devotionals/import" },
  );
  return { ...view, server };
}

async function upload(
  { user, container }: ReturnType<typeof renderView>,
  name: string,
  text: string,
): Promise<void> {
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is nowhere to put a file");
  await user.upload(input, new File([text], name));
}

it("names an invalid day and publishes the others in one batch, with undo", async () => {
  const view = await openImport();
  const { user, server } = view;
  await upload(view, "novembre.csv", CSV);
  expect(await screen.findByText(texts.found(2, 1))).toBeDefined();
  expect(screen.getByText(texts.fault.day)).toBeDefined();

  server.answer(MANY, () => json({ outcome: "published", batch: "b" }));
  server.answer("POST /rest/v1/rpc/studio_undo_batch", () =>
    json({ outcome: "published", batch: "c" }),
  );
  await user.click(screen.getByRole("button", { name: texts.publish(2) }));
  expect(await screen.findByText(texts.done(2))).toBeDefined();
  expect(server.to(MANY)[0]?.body).toMatchObject({
    p_changes: [
      { id: "2026-11-23.fr", changes: { title: "Un" }, base_version: 4 },
      { id: "2026-11-24.fr", changes: { title: "Trois" }, base_version: 0 },
    ],
  });
  await user.click(screen.getByRole("button", { name: kitMessages.en.act.undo }));
  expect(await screen.findByText(kitMessages.en.act.undone)).toBeDefined();
});

it("keeps published days, one by one or all at once", async () => {
  const view = await openImport();
  const { user } = view;
  await upload(view, "a.csv", CSV);
  const group = within(await screen.findByRole("group", { name: texts.existing }));
  await user.click(group.getByRole("button", { name: texts.choices.keep }));
  expect(screen.getByRole("button", { name: texts.publish(1) })).toBeDefined();
  const day = texts.choiceOf("Tuesday, November 24, 2026");
  await user.selectOptions(screen.getByLabelText(day), texts.choices.skip);
  expect(screen.getByRole("button", { name: texts.publish(0) })).toHaveProperty("disabled", true);
});

it("reports a conflict, keeps the remote text and compares the table again", async () => {
  const view = await openImport();
  const { user, server } = view;
  await upload(view, "a.csv", CSV);
  server.answer(MANY, () =>
    json({
      outcome: "conflict",
      document: {
        kind: "devotional",
        id: "2026-11-23.fr",
        body: BODY,
        version: 5,
        updated_at: "2026-11-23T09:00:00Z",
        updated_by_name: "Ann",
      },
    }),
  );
  await user.click(await screen.findByRole("button", { name: texts.publish(2) }));
  expect(await screen.findByText(texts.conflict)).toBeDefined();
  expect(await screen.findByText(texts.found(2, 1))).toBeDefined();
});

it.each([
  ["a.json", "{", texts.faults.syntax],
  ["a.json", "{}", texts.faults.array],
  ["a.csv", "one,two\n1,2\n", texts.faults.columns],
])("explains why the file %s with %j is rejected", async (name, text, error) => {
  const view = await openImport();
  await upload(view, name, text);
  expect((await screen.findByRole("alert")).textContent).toBe(error);
});

it("asks for the date order of an ambiguous file before it shows the rows", async () => {
  const view = await openImport();
  await upload(view, "june.csv", "date;titre;texte\n6/1/2026;Un;a\n6/2/2026;Deux;b\n");
  expect(await screen.findByText(texts.dateOrderText("6/1/2026"))).toBeDefined();
  await view.user.click(screen.getByRole("button", { name: /June 1/ }));
  expect(await screen.findByText(texts.found(2, 0))).toBeDefined();
  expect(screen.queryByText(texts.dateOrder)).toBeNull();
});
