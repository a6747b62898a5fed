type TapToStartProps = {
  /** What the button does, for those who do not see it. */
  label: string;
  /** Why it does not start by itself, and what it will cost. */
  hint: string;
  onTap: () => void;
};

/** A play button over a picture, in the place of a player that waits for the visitor's word. */
export function TapToStart({ label, hint, onTap }: TapToStartProps) {
  return (
    <button
      type="button"
      aria-label={`${label}. ${hint}`}
      onClick={onTap}
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-[#0a071699] p-4 text-center text-sm text-white"
    >
      <span className="flex size-16 items-center justify-center rounded-full bg-white text-[#17122b]">
        <span aria-hidden className="play-mark ml-1" />
      </span>
      {hint}
    </button>
  );
}
