import { expect, it } from "vitest";
import { missingDays } from "./missing-devotionals-card.tsx";

it("names the days of the next seven that a language lacks, across the end of a month", () => {
  const written = ["2026-11-28", "2026-11-30", "2026-12-01", "2026-12-04"].map((date) => ({
    date,
    language: "fr",
  }));
  expect(missingDays("2026-11-28", [...written, { date: "2026-11-29", language: "de" }])).toEqual([
    {
      language: "en",
      days: [
        "2026-11-28",
        "2026-11-29",
        "2026-11-30",
        "2026-12-01",
        "2026-12-02",
        "2026-12-03",
        "2026-12-04",
      ],
    },
    { language: "fr", days: ["2026-11-29", "2026-12-02", "2026-12-03"] },
  ]);
});
