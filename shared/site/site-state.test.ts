import { expect, it } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { pageMinistryIn } from "./site-state.ts";

const CANCELLED = { serviceId: "thursday", date: "2026-11-26", kind: "cancelled" } as const;

it.each([
  [
    { en: "Closed", fr: "Fermé" },
    { text: "Fermé", lang: "fr" },
  ],
  [{ en: "Closed" }, { text: "Closed", lang: "en" }],
  [
    { en: "Closed", fr: " " },
    { text: "Closed", lang: "en" },
  ],
  [{}, undefined],
  [undefined, undefined],
])("shows the note %o on a French page as %o", (note, shown) => {
  const { services, announcements: _, channels: _channels, ...ministry } = testMinistry();
  const site = {
    ...ministry,
    channels: {},
    services: { ...services, exceptions: [{ ...CANCELLED, note }] },
  };
  expect(pageMinistryIn(site, "fr").services.exceptions?.[0]?.note).toEqual(shown);
});
