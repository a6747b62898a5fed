import type { ScriptureSpan } from "#shared/devotional/devotional-text.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { PassageLink } from "#web/ui/passage-link.tsx";

type PassagePartProps = {
  part: ScriptureSpan;
  /** Language of the video, where its source tells; its words are most likely in it. */
  spoken: string | undefined;
};

/** Words of a video's description, or a passage that leads to our Bible. */
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
