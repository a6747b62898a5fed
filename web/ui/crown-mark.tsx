/** The product's logo: a crown that stays clear at 16 px. */
export function CrownMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="9" fill="#4a1f8f" />
      <path
        d="M6.5 11.2 11 15l5-7.2 5 7.2 4.5-3.8-1.7 10.1a1 1 0 0 1-1 .8H9.2a1 1 0 0 1-1-.8z"
        fill="#f5c65c"
      />
      <rect x="8.6" y="23.4" width="14.8" height="1.9" rx=".95" fill="#f5c65c" />
    </svg>
  );
}
