import { describe, expect, it } from "vitest";
import { dataDirError, StartError } from "./start-error.ts";

describe("an error in DATA_DIR", () => {
  it.each([
    ["EROFS", /^DATA_DIR \(\/srv\/tv\) is not writable\. /],
    ["EACCES", /^DATA_DIR \(\/srv\/tv\) is not writable\. /],
    ["EPERM", /^DATA_DIR \(\/srv\/tv\) is not writable\. /],
    ["ENOSPC", /^The disk with DATA_DIR \(\/srv\/tv\) is full\. /],
    ["EDQUOT", /^The disk with DATA_DIR \(\/srv\/tv\) is full\. /],
    ["ENOTDIR", /^DATA_DIR \(\/srv\/tv\) is not a folder: /],
  ])("turns %s into one sentence for the operator", (code, sentence) => {
    const cause = Object.assign(new Error("low level"), { code });
    const error = dataDirError("/srv/tv", cause);
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ cause, message: expect.stringMatching(sentence) });
    expect(error).toMatchObject({ message: expect.not.stringContaining("\n") });
  });

  it("leaves a bug as it is", () => {
    const fault = new TypeError("undefined is not a function");
    expect(dataDirError("/srv/tv", fault)).toBe(fault);
    const told = new StartError("Already said.");
    expect(dataDirError("/srv/tv", told)).toBe(told);
  });
});
