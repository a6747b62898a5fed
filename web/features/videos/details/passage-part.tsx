import type { ScriptureSpan } from "#shared/devotional/devotional-text.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { PassageLink } from "#web/ui/passage-link.tsx";

type PassagePartProps = {
  part: ScriptureSpan;
  /** Language of the video, if known; its text is most likely in it. */
  spoken: string | undefined;
};

/** Text of a video's description, or a passage linked to our Bible. */
export function PassagePart({ part, spoken }: PassagePartProps) {
  if (part.kind === "text") return part.text;
  const language = part.language ?? LANGUAGES.find((known) => known === spoken) ?? null;
  return (
    <PassageLink
      reference={part.reference}
      language={language}
      className="font-semibold underline underline-offset-2"
    >
      {part.text}
    </PassageLink>
  );
}
