import { expect, it } from "vitest";
import { isFreeLicence, readLicence } from "./licences.domain.ts";

it.each([
  ["https://creativecommons.org/publicdomain/zero/1.0/", "cc0"],
  ["https://creativecommons.org/publicdomain/mark/1.0/", "pd"],
  ["https://creativecommons.org/licenses/by/4.0/", "cc-by"],
  ["http://creativecommons.org/licenses/by-sa/4.0/deed.fr", "cc-by-sa"],
  ["https://creativecommons.org/licenses/by-nd/4.0/", "cc-by-nd"],
  ["CC BY-SA 4.0", "cc-by-sa"],
  ["cc-by", "cc-by"],
  ["CC0", "cc0"],
  ["Public Domain", "pd"],
  ["https://ebible.org/Scriptures/details.php?id=fraLSG", "pd"],
  ["https://www.ebible.org/porbr2018/copyright.htm", "cc-by"],
  ["https://berean.bible/", "cc0"],
])("recognizes %s as %s", (licence, expected) => {
  expect(readLicence({ licence })).toBe(expected);
});

it.each([
  ["https://creativecommons.org/licenses/by-nc-nd/4.0/", "non-commercial"],
  ["https://creativecommons.org/licenses/by-nc/3.0/", "non-commercial"],
  ["CC BY-NC-SA", "non-commercial"],
  ["https://ebible.org/Scriptures/details.php?id=other", "unknown"],
  ["https://creativecommons.org/", "unknown"],
  ["https://notcreativecommons.org.example/by", "unknown"],
  ["All rights reserved", "unknown"],
  ["", "unknown"],
  ["constructor", "unknown"],
])("rejects %s as %s", (licence, expected) => {
  const found = readLicence({ licence });
  expect(found).toBe(expected);
  expect(isFreeLicence(found)).toBe(false);
});

it("falls back to the notice if the URL names no licence", () => {
  const licence = "https://publisher.example/text";
  expect(readLicence({ licence, notice: "This text is in the Public Domain." })).toBe("pd");
  expect(readLicence({ licence, notice: "Licensed CC BY-SA 4.0" })).toBe("cc-by-sa");
  expect(readLicence({ licence, notice: "CC BY-NC 4.0, not in the public domain" })).toBe(
    "non-commercial",
  );
  expect(readLicence({ licence, notice: null })).toBe("unknown");
});
