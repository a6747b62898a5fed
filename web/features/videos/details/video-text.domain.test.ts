import { describe, expect, it } from "vitest";
import { passageParts, readVideoText } from "./video-text.domain.ts";

const partsOf = (line: string) => readVideoText(line).lines.flat();
const linkedIn = (line: string) => partsOf(line).filter(({ kind }) => kind !== "text");

describe("chapters of a description", () => {
  it("are parsed in all their notations and removed from the text", () => {
    const { chapters, lines } = readVideoText(
      "About faith.\n\n0:00 Welcome\n05:10 - Worship\n1:02:03 – The word\nAmen.",
    );
    expect(chapters).toEqual([
      { seconds: 0, title: "Welcome" },
      { seconds: 310, title: "Worship" },
      { seconds: 3_723, title: "The word" },
    ]);
    expect(lines.map(([part]) => part?.text)).toEqual(["About faith.", "Amen."]);
  });

  it.each([
    ["two only", "0:00 One\n1:00 Two"],
    ["a first one after the beginning", "0:01 One\n1:00 Two\n2:00 Three"],
    ["an order that goes back", "0:00 One\n2:00 Two\n1:00 Three"],
    ["one moment twice", "0:00 One\n1:00 Two\n1:00 Three"],
  ])("with %s are plain lines", (_, description) => {
    const { chapters, lines } = readVideoText(description);
    expect(chapters).toEqual([]);
    expect(lines).toHaveLength(description.split("\n").length);
  });
});

describe("links of a description", () => {
  it.each([
    ["Read John 3:16.", ["John 3:16"]],
    ["(1 Samuel 3:10-12)", ["1 Samuel 3:10-12"]],
    ["Lisez És 40.31 ! Jn 3.16", ["És 40.31", "Jn 3.16"]],
    ["From Psalm 23 today", ["Psalm 23"]],
    ["https://a.example/John John 3:16", ["https://a.example/John", "John 3:16"]],
  ])("in %j lead to the Bible", (line, texts) => {
    expect(linkedIn(line).map(({ text }) => text)).toEqual(texts);
  });

  it.each(["Service at Paris 10:30", "Part 3:16", "John 99:1", "Mark 5 people", ""])(
    "are not found in %j",
    (line) => expect(linkedIn(line)).toEqual([]),
  );

  it("to other sites end before the sentence's punctuation, and none runs a script", () => {
    expect(partsOf("See https://give.example/a?b=1. Thanks")).toEqual([
      { kind: "text", text: "See " },
      { kind: "address", text: "https://give.example/a?b=1" },
      { kind: "text", text: ". Thanks" },
    ]);
    expect(linkedIn("javascript:alert(1)")).toEqual([]);
  });
});

it.each([
  ["Matt 5:3-12; Luke 6:20", ["Matt 5:3-12", "; ", "Luke 6:20"]],
  ["Philem 6", ["Philem 6"]],
  ["about faith", []],
  ["", []],
])("passages that a ministry names: %j", (passage, texts) => {
  expect(passageParts(passage).map(({ text }) => text)).toEqual(texts);
});
