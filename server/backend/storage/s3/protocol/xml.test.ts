import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readXml, writeXml } from "./xml.ts";

const schema = z.object({ Delete: z.object({ Object: z.array(z.object({ Key: z.string() })) }) });
const keyOf = (text: string): string | undefined =>
  readXml(`<Delete><Object><Key>${text}</Key></Object></Delete>`, schema).Delete.Object[0]?.Key;

describe("documents of S3", () => {
  it.each([
    ["&quot;tag&quot;", `"tag"`],
    ["&#34;tag&#39;", `"tag'`],
    ["&#x26;amp; &lt;b&gt; &apos;", "&amp; <b> '"],
    ["  spaces  ", "  spaces  "],
    ["0012", "0012"],
    ["true", "true"],
    ["", ""],
    ["<![CDATA[x]]>", undefined],
  ])("have texts as tools write them: %s", (text, key) => {
    const read = (): string | undefined => keyOf(text);
    expect(key === undefined ? refusal(read) : read()).toBe(key ?? "MalformedXML");
  });

  it("may have a namespace, with a prefix or without", () => {
    const named = `<s3:Delete xmlns:s3="x"><s3:Object><s3:Key>a</s3:Key></s3:Object></s3:Delete>`;
    expect(readXml(named, schema).Delete.Object).toMatchObject([{ Key: "a" }]);
  });

  it.each([
    ["are cut off", "<Delete><Object>"],
    ["declare entities", `<!DOCTYPE a [<!ENTITY b "c">]><Delete/>`],
    ["are of another kind", "<Other/>"],
    ["would change all objects", "<Delete><__proto__><Key>a</Key></__proto__></Delete>"],
    ["are JSON", "{}"],
    ["are empty", ""],
  ])("are refused that %s", (_, text) => {
    expect(refusal(() => readXml(text, schema))).toBe("MalformedXML");
  });

  it("are written with every sign that means something in them escaped", () => {
    expect(
      writeXml("Root", { Key: `<a & "b">`, Left: undefined, Items: [{ A: 1 }, { A: 2 }] }),
    ).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Root xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Key>&lt;a &amp; &quot;b&quot;&gt;</Key><Items><A>1</A></Items><Items><A>2</A></Items></Root>`,
    );
  });
});

function refusal(work: () => unknown): string {
  try {
    work();
    return "accepted";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "";
  }
}
