import { expect, it } from "vitest";
import {
  GOOD_PASSWORD,
  joinAs,
  type Member,
  printMeasurements,
  visitorOf,
} from "@reign-tv/backend/testing";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { exportOf, importTo } from "./support/transfer-fixture.ts";

const MEMBERS = 1_000;
const AT_ONCE = 4;

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}

it("signs in a thousand members with their old passwords after the transfer", async () => {
  const site = await startTestBackend({ isEmpty: true });
  const members: Member[] = [];
  await inGroups(Array.from({ length: MEMBERS }), async () => {
    members.push(await joinAs(site));
  });
  const { folder } = await exportOf(site);
  const project = await startTestBackend({ isEmpty: true });
  const report = await importTo(project, folder);
  expect(report).toMatchObject({ accounts: { made: MEMBERS, present: 0 }, notDone: [] });
  let entered = 0;
  await inGroups(members, async ({ email, id }) => {
    const { data } = await visitorOf(project).auth.signInWithPassword({
      email,
      password: GOOD_PASSWORD,
    });
    if (data.user?.id === id) entered += 1;
  });
  printMeasurements("members after the move", { members: MEMBERS, "signed in": entered });
  expect(entered).toBe(MEMBERS);
  await project.close();
  await site.close();
});
