import { expect, it } from "vitest";
import { dayName, monthName, weekdayInitials } from "./date-names.ts";

it("names months and days in both languages", () => {
  expect(monthName("2025-06", "en")).toBe("June 2025");
  expect(monthName("2025-06", "fr")).toBe("Juin 2025");
  expect(dayName("2026-06-14", "en")).toBe("Sunday, June 14, 2026");
  expect(dayName("2026-06-14", "fr")).toBe("Dimanche 14 juin 2026");
  expect(weekdayInitials("fr").join("")).toBe("LMMJVSD");
});
