import type { BuiltInCategoryId, CategoryId } from "#shared/videos/categories.ts";

type Motif = {
  /** Colours of the sky, from the upper left to the lower right. */
  sky: readonly [from: string, to: string];
  /** Lines of an emblem in a field of 320 x 180. */
  lines: string;
};

const MOTIFS: Readonly<Record<BuiltInCategoryId, Motif>> = {
  /** An open book. */
  sermons: {
    sky: ["#2f2a66", "#a05578"],
    lines:
      "M160 120c-16-13-40-15-58-11V57c18-4 42-2 58 11 16-13 40-15 58-11v52c-18-4-42-2-58 11V68",
  },
  /** A star over the horizon. */
  prophecies: {
    sky: ["#0c2350", "#1d7d86"],
    lines: "M160 40l8 34 34 8-34 8-8 34-8-34-34-8 34-8zM84 128q76-30 152 0",
  },
  /** A confirmed circle. */
  "prophecy-confirmations": {
    sky: ["#0b3f38", "#3b9168"],
    lines: "M160 42a43 43 0 1 0 .1 0zM140 86l15 15 27-31",
  },
  /** Two speech balloons. */
  testimonies: {
    sky: ["#54201d", "#b8703c"],
    lines:
      "M104 46h76q10 0 10 10v32q0 10-10 10h-48l-18 16V98h-10q-10 0-10-10V56q0-10 10-10zM204 68h12q10 0 10 10v30q0 10-10 10h-6v14l-16-14h-34",
  },
  /** A letter. */
  "personal-prophecies": {
    sky: ["#33143f", "#8a4478"],
    lines: "M108 50h104q6 0 6 6v60q0 6-6 6H108q-6 0-6-6V56q0-6 6-6zM104 54l56 40 56-40",
  },
  /** A heart over open hands. */
  humanitarian: {
    sky: ["#0a4a60", "#2aa3a3"],
    lines:
      "M160 94c-24-14-36-26-36-40a18 18 0 0 1 36-6 18 18 0 0 1 36 6c0 14-12 26-36 40zM98 92c4 24 28 36 62 36s58-12 62-36",
  },
  /** A strip of film. */
  movies: {
    sky: ["#16263c", "#55718a"],
    lines:
      "M98 48h124v76H98zM98 66h124M98 106h124M119 48v18m20-18v18m21-18v18m21-18v18m20-18v18M119 106v18m20-18v18m21-18v18m21-18v18m20-18v18",
  },
  /** Notes. */
  music: {
    sky: ["#34208a", "#9a6ae0"],
    lines:
      "M140 108V58l56-12v50M140 108a13 11 0 1 1-26 0 13 11 0 0 1 26 0zM196 96a13 11 0 1 1-26 0 13 11 0 0 1 26 0z",
  },
  /** A megaphone. */
  announcements: {
    sky: ["#471d6e", "#b8507e"],
    lines: "M110 74v22l58 24V50zM122 102l8 26h15l-7-20M186 70q12 15 0 30M204 58q22 27 0 54",
  },
};

/** For categories that the studio adds: the sun over a valley. */
const OTHER: Motif = {
  sky: ["#1d2f5c", "#7f6aa8"],
  lines: "M160 50a22 22 0 1 0 .1 0zM160 22v10M118 40l7 7M202 40l-7 7M92 118q34-22 68 0t68 0",
};

/** A drawn picture of a category, in its own colours, which are the same in dark and light. */
export function CategoryPicture({ id }: { id: CategoryId }) {
  const { sky, lines } = isBuiltIn(id) ? MOTIFS[id] : OTHER;
  const skyId = `sky-${id}`;
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="size-full slow-zoom"
    >
      <linearGradient id={skyId} x2="1" y2="1">
        <stop stopColor={sky[0]} />
        <stop offset="1" stopColor={sky[1]} />
      </linearGradient>
      <path fill={`url(#${skyId})`} d="M0 0h320v180H0z" />
      <circle cx="160" cy="82" r="92" fill="#fff" fillOpacity=".07" />
      <path fill="#000" fillOpacity=".14" d="M0 150q80-34 160-8t160-16v54H0z" />
      <path fill="#000" fillOpacity=".14" d="M0 164q90 14 170-6t150-2v24H0z" />
      <path
        d={lines}
        fill="none"
        stroke="#ffe9bf"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function isBuiltIn(id: CategoryId): id is BuiltInCategoryId {
  return Object.hasOwn(MOTIFS, id);
}
