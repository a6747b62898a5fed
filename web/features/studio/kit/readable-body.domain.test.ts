import { expect, it } from "vitest";
import { z } from "zod";
import { readableBody } from "./clean-body.domain.ts";

const schema = z.strictObject({ name: z.string().max(5), isOn: z.boolean().optional() });
const defaults = { name: "Reign" };

it.each([
  [
    { name: "Other", isOn: true },
    { name: "Other", isOn: true },
  ],
  [{ name: "Too long a name" }, { name: "Too long a name" }],
  [{ name: 5, isOn: true }, { isOn: true }],
  [{ name: { script: "x" } }, {}],
  [{ stranger: 1, isOn: false }, { isOn: false }],
])("keeps of %j: %j", (body, shown) => {
  expect(readableBody(schema, defaults, body)).toEqual(shown);
});
