import type { Ministry } from "#shared/site/ministry.ts";

type SocialNetwork = keyof Ministry["social"];

/** Icons of the four networks (24 px grid, current colour); the icon set has no brands. */
const PATHS: Readonly<Record<SocialNetwork, string>> = {
  facebook: "M13 21v-8h3l.5-3H13V8q0-1.5 1.5-1.5h2v-3h-3Q10 3.5 10 7.5V10H7v3h3v8z",
  x: "M4 4h4.6l4 5.6L17.3 4H19.5l-5.9 6.9L20 20h-4.6l-4.3-6.1L5.9 20H3.7l6.4-7.5zm3 1.6 8.9 12.8h1.2L8.2 5.6z",
  instagram:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  youtube: "M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zm5 4v6l5-3z",
};

export const SOCIAL_NAMES: Readonly<Record<SocialNetwork, string>> = {
  facebook: "Facebook",
  x: "X",
  instagram: "Instagram",
  youtube: "YouTube",
};

export const SOCIAL_NETWORKS = ["facebook", "x", "instagram", "youtube"] as const;

export function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-5" fill="currentColor" fillRule="evenodd">
      <path d={PATHS[network]} />
    </svg>
  );
}
