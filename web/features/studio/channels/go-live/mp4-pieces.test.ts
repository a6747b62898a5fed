import { array, assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { createMp4Cutter, type Mp4Piece } from "./mp4-pieces.ts";

function box(name: string, content: readonly number[]): number[] {
  const size = content.length + 8;
  return [0, 0, size >> 8, size & 255, ...new TextEncoder().encode(name), ...content];
}

const INIT = [...box("ftyp", [1, 2]), ...box("moov", [3])];
const FRAGMENTS = [
  [...box("moof", [4]), ...box("mdat", [5, 6, 7])],
  [...box("styp", []), ...box("moof", [8]), ...box("mdat", [])],
];
const FILE = [...INIT, ...FRAGMENTS.flat(), ...box("mfra", [9])];
const PIECES = [["init", INIT], ...FRAGMENTS.map((bytes) => ["fragment", bytes])];

it("cuts a recording at its fragments, however its bytes arrive", () => {
  assert(
    property(array(integer({ min: 1, max: 20 })), (lengths) => {
      const cut = createMp4Cutter();
      const pieces: Mp4Piece[] = [];
      let at = 0;
      for (const length of [...lengths, FILE.length]) {
        pieces.push(...cut(new Uint8Array(FILE.slice(at, at + length))));
        at += length;
      }
      expect(pieces.map(({ kind, bytes }) => [kind, [...bytes]])).toEqual(PIECES);
    }),
  );
});

it("refuses what is no fragmented MP4", () => {
  const matroska = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4]);
  expect(() => createMp4Cutter()(matroska)).toThrow("fragmented MP4");
});
