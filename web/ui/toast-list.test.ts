import { expect, it } from "vitest";
import { addToast, dismissFailures, shownToasts, type Toast } from "./toast-list.ts";

function shownTitles(): readonly string[] {
  return shownToasts.read().map(({ title }) => title);
}

it("a new attempt dismisses the previous failure, and not the one that it has at once", () => {
  const failure: Toast = { tone: "danger", title: "Before", dismissLabel: "Dismiss" };
  addToast({ ...failure, title: "Placed", place: "line" });
  addToast({ ...failure, title: "Done", tone: "done" });
  addToast(failure);
  dismissFailures();
  addToast({ ...failure, title: "After" });
  expect(shownTitles()).toEqual(["Placed", "Done", "After"]);
});
