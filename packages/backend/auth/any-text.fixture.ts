import * as fc from "fast-check";

const unit = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point));

/** Any Unicode text. fast-check's unit "binary" takes a second to initialize. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit, maxLength });
}
