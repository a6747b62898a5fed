import type { ScriptureSpan } from "#shared/devotional/devotional-text.domain.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { PassageLink } from "#web/ui/passage-link.tsx";
import * as v from "valibot";
import { type VideoSaid, videoSaidSchema } from "#shared/contracts/video-details.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { passageParts } from "./video-text.domain.ts";

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

const LINK = "font-semibold underline underline-offset-2";

type VideoSaidProps = {
  said: unknown;
  /** Language of the video, if known. */
  spokenIn: string | undefined;
};

/**
 * Details that a ministry adds to a video: speaker, date and passage, and its prophecy,
 * confirmation or testimonies. Renders nothing for a response of another shape.
 */
export function VideoSaidFacts({ said, spokenIn }: VideoSaidProps) {
  const read = v.safeParse(videoSaidSchema, said);
  if (!read.success) return null;
  const { links = [] } = read.output;
  return (
    <>
      <SpokenFacts said={read.output} spokenIn={spokenIn} />
      {links.length > 0 && <LinkedVideos links={links} />}
    </>
  );
}

function SpokenFacts({ said, spokenIn }: VideoSaidProps & { said: VideoSaid }) {
  const { language } = useSite();
  const texts = useTexts(videoDetailsMessages);
  const { speaker, series, date = "", passage = "" } = said;
  const spoken = dateText(date, language, null);
  const facts = [speaker, series && texts.series(series), spoken && texts.spoken(spoken)].filter(
    Boolean,
  );
  const passages = passageParts(passage);
  if (facts.length === 0 && passages.length === 0) return null;
  return (
    <p className="mt-2 text-sm font-medium">
      <span>
        {[...facts, ...(facts.length > 0 && passages.length > 0 ? [""] : [])].join(" · ")}
      </span>
      {passages.map((part, index) => (
        <PassagePart key={index} part={part} spoken={spokenIn} />
      ))}
    </p>
  );
}

function LinkedVideos({ links }: { links: NonNullable<VideoSaid["links"]> }) {
  const texts = useTexts(videoDetailsMessages);
  const hasTestimony = links.some(({ relation }) => relation === "testimony");
  return (
    <section aria-label={texts.belongs} className="mt-4">
      <h3 className="font-semibold">{texts.belongs}</h3>
      <ul className="mt-2">
        {links.map(({ id, title, relation }) => (
          <li key={`${relation} ${id}`} className="flex flex-wrap gap-2 py-2 text-sm">
            <span className="text-ink-soft">{texts.relations[relation]}</span>
            <Link to={`/?${VIDEO_PARAMETER}=${encodeURIComponent(id)}`} className={LINK}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {hasTestimony && <p className="text-sm text-ink-soft">{texts.consent}</p>}
    </section>
  );
}
