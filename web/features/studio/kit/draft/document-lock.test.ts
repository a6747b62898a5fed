import { expect, test } from "vitest";
import { createDocumentLock, type Hold } from "./document-lock.ts";

/** A tab that opens a document of this name; `holds` are what it was told, the newest last. */
function openTab(name: string, locks: LockManager | null = navigator.locks) {
  const holds: Hold[] = [];
  const lock = createDocumentLock({ name, locks, onHold: (hold) => holds.push(hold) });
  return { holds, last: () => holds.at(-1), take: lock.take, hold: lock.hold, letGo: lock.hold() };
}

test("the first tab writes, the second one only after it has gone", async () => {
  const first = openTab("after");
  await expect.poll(first.last).toBe("here");
  const second = openTab("after");
  await expect.poll(second.last).toBe("elsewhere");
  first.letGo();
  await expect.poll(second.last).toBe("here");
  second.letGo();
  expect(first.holds).toEqual(["here", null]);
});

test("the second tab takes over, and the first has it back when that one goes", async () => {
  const first = openTab("taken");
  await expect.poll(first.last).toBe("here");
  const second = openTab("taken");
  await expect.poll(second.last).toBe("elsewhere");
  second.take();
  await expect.poll(second.last).toBe("here");
  await expect.poll(first.last).toBe("elsewhere");
  first.take();
  await expect.poll(first.last).toBe("here");
  await expect.poll(second.last).toBe("elsewhere");
  first.letGo();
  await expect.poll(second.last).toBe("here");
  second.letGo();
});

test("a tab that has gone while it waited takes nothing", async () => {
  const first = openTab("gone");
  await expect.poll(first.last).toBe("here");
  const second = openTab("gone");
  await expect.poll(second.last).toBe("elsewhere");
  second.letGo();
  second.take();
  first.letGo();
  const third = openTab("gone");
  await expect.poll(third.last).toBe("here");
  third.letGo();
  expect(second.holds).toEqual(["elsewhere", null]);
});

test("a view that is mounted twice is no other tab", async () => {
  const tab = openTab("twice");
  tab.letGo();
  const letGo = tab.hold();
  await expect.poll(tab.last).toBe("here");
  expect(tab.holds).toEqual([null, "here"]);
  letGo();
});

test("documents do not wait for each other", async () => {
  const one = openTab("one");
  const other = openTab("other");
  await expect.poll(one.last).toBe("here");
  await expect.poll(other.last).toBe("here");
  one.letGo();
  other.letGo();
});

test("a browser without locks, or one that refuses them, writes in every tab", async () => {
  const old = openTab("old", null);
  old.take();
  expect(old.holds).toEqual(["here"]);
  old.letGo();
  const refusing: LockManager = {
    query: () => Promise.reject(new Error("no storage")),
    request: () => Promise.reject(new Error("no storage")),
  };
  const refused = openTab("refused", refusing);
  await expect.poll(refused.last).toBe("here");
  refused.letGo();
});
