import { clsx } from "clsx";
import type { PlanSlug } from "#shared/bible/plans/reading-plans.domain.ts";

/** A shape on a cover of 160 by 90: its colour, its path, and the width of a line. */
type Shape = readonly [colour: string, path: string, width?: number];

type Cover = { ground: string; shapes: readonly Shape[] };

/** One motif for each plan. Colours are the same in both themes. */
const COVERS: Readonly<Record<PlanSlug, Cover>> = {
  // A cross in a halo.
  "gospels-30": {
    ground: "#26466f",
    shapes: [
      ["#315887", circle(80, 45, 34)],
      ["#4270a5", circle(80, 45, 22)],
      ["#f5ecd4", "M77 20h6v15h14v6H83v29h-6V41H63v-6h14z"],
    ],
  },
  // A sunrise over hills.
  "new-testament-90": {
    ground: "#e3a765",
    shapes: [
      ["#ebbd7f", circle(80, 58, 38)],
      ["#f8e0a6", circle(80, 58, 22)],
      ["#a8623f", "M0 62q45-18 90 0t70-6v34H0z"],
      ["#7c432f", "M0 76q50-16 100-4t60-4v22H0z"],
    ],
  },
  // An open book.
  "bible-365": {
    ground: "#5b2d41",
    shapes: [
      ["#6d3a50", circle(80, 45, 36)],
      ["#f6eddb", "M79 32c-9-6-23-8-37-5v36c14-3 28-1 37 5z"],
      ["#e7dac0", "M81 32c9-6 23-8 37-5v36c-14-3-28-1-37 5z"],
      ["#d9a441", "M99 26h7v22l-3.5-4-3.5 4z"],
    ],
  },
  // A lyre.
  "psalms-proverbs-31": {
    ground: "#4c4a2a",
    shapes: [
      ["#5b5933", circle(80, 45, 36)],
      ["#f1e3b4", "M70 33v36M77 33v40M83 33v40M90 33v36", 1.5],
      ["#dcb85f", "M60 20c-8 20-6 44 20 54c26-10 28-34 20-54M56 32h48", 5],
    ],
  },
  // A boat on a calm sea at night.
  "fear-7": {
    ground: "#1d3557",
    shapes: [
      ["#f4e5b8", circle(116, 27, 10)],
      ["#2a4a75", "M0 56q20-8 40 0t40 0t40 0t40 0v34H0z"],
      ["#f3efe6", "M78 22v32H58zM81 30l16 24H81z"],
      ["#c9b99a", "M54 57h48l-7 10H62z"],
      ["#3a6496", "M0 68q20-7 40 0t40 0t40 0t40 0v22H0z"],
    ],
  },
  // A candle.
  "prayer-7": {
    ground: "#453357",
    shapes: [
      ["#543f69", circle(80, 36, 32)],
      ["#6d5385", circle(80, 36, 20)],
      ["#f2c455", "M80 18c9 10 11 17 7 23a8.5 8.5 0 0 1-14 0c-4-6-2-13 7-23z"],
      ["#f1e8da", "M71 52h18v38H71z"],
      ["#cbbccf", "M84 52h5v38h-5z"],
    ],
  },
  // Two linked rings.
  "marriage-6": {
    ground: "#7b3b4b",
    shapes: [
      ["#8a4858", circle(80, 45, 38)],
      ["#f0d29a", circle(68, 45, 19), 5],
      ["#f7ead0", circle(92, 45, 19), 5],
      // The first ring passes over the second one below.
      ["#f0d29a", "M86.5 49.5A19 19 0 0 1 75 62.7", 5],
    ],
  },
  // A drop and its rings on the water.
  "forgiveness-5": {
    ground: "#2f6672",
    shapes: [
      ["#5b929b", "M28 66a52 15 0 1 0 104 0a52 15 0 1 0-104 0", 2],
      ["#8fbfc3", "M46 66a34 9 0 1 0 68 0a34 9 0 1 0-68 0", 2.5],
      ["#c8e3e2", "M63 66a17 4 0 1 0 34 0a17 4 0 1 0-34 0", 3],
      ["#eef7f5", "M80 12c8 12 13 18 13 25a13 13 0 0 1-26 0c0-7 5-13 13-25z"],
    ],
  },
  // A sprout.
  "new-believers-7": {
    ground: "#3d7a58",
    shapes: [
      ["#4d8d69", circle(80, 42, 34)],
      ["#dcebcf", "M80 76V44", 4],
      ["#cfe6b8", "M80 56c-1-15-13-20-28-20c1 14 12 21 28 20z"],
      ["#eaf4d8", "M80 46c1-15 13-20 28-20c-1 14-12 21-28 20z"],
      ["#2a5a40", "M0 78q80-14 160 0v12H0z"],
    ],
  },
};

function circle(x: number, y: number, radius: number): string {
  const across = radius * 2;
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0-${across} 0z`;
}

/** The cover of a plan, a decoration. The box is filled and the motif stays in its middle. */
export function PlanCover({ slug, className }: { slug: PlanSlug; className: string }) {
  const { ground, shapes } = COVERS[slug];
  return (
    <svg
      aria-hidden
      viewBox="0 0 160 90"
      preserveAspectRatio="xMidYMid slice"
      strokeLinecap="round"
      className={clsx("block shrink-0", className)}
    >
      <path fill={ground} d="M-90-90h340v270H-90z" />
      {shapes.map(([colour, path, width]) =>
        width === undefined ? (
          <path key={path} fill={colour} d={path} />
        ) : (
          <path key={path} fill="none" stroke={colour} strokeWidth={width} d={path} />
        ),
      )}
    </svg>
  );
}
