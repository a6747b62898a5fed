import { expect, test } from "vitest";
import { readAudit } from "./audit-report.domain.ts";

const weakness = { title: "Prototype pollution", url: "https://advisories.example/1" };

test("a report without weaknesses has no lines", () => {
  const printed = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} });
  expect(readAudit(printed)).toEqual({ kind: "asked", failing: [], others: [] });
});

test("high and critical ones fail, the others are told", () => {
  const vulnerabilities = {
    deep: { severity: "critical", via: [weakness] },
    above: { severity: "high", via: ["deep"] },
    mild: { severity: "moderate", via: [weakness] },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    kind: "asked",
    failing: [
      "deep: critical, Prototype pollution (https://advisories.example/1)",
      "above: high, by deep",
    ],
    others: ["mild: moderate, Prototype pollution (https://advisories.example/1)"],
  });
});

test.each([
  ["", "it did not answer"],
  ["npm error network", "it did not answer"],
  [JSON.stringify({ error: { code: "ENOTFOUND" } }), "it did not answer"],
  [JSON.stringify({ message: "405 POST https://canary", statusCode: 405 }), "it answered 405"],
])("%j means that nobody could be asked", (printed, reason) => {
  expect(readAudit(printed)).toEqual({ kind: "not asked", reason });
});
