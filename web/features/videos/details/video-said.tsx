import * as v from "valibot";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { type VideoSaid, videoSaidSchema } from "#shared/contracts/video-said.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { searchOfPassage } from "./video-text.domain.ts";

const LINK = "font-semibold underline underline-offset-2";

/**
 * What a ministry says of a video that no source tells: who speaks, when and on which passage, and the
 * prophecy, confirmation or testimonies that belong to it. Nothing where the answer has another shape.
 */
export function VideoSaidFacts({ said }: { said: unknown }) {
  const read = v.safeParse(videoSaidSchema, said);
  if (!read.success) return null;
  const { links = [] } = read.output;
  return (
    <>
      <SpokenFacts said={read.output} />
      {links.length > 0 && <LinkedVideos links={links} />}
    </>
  );
}

function SpokenFacts({ said }: { said: VideoSaid }) {
  const { language } = useSite();
  const texts = useTexts(videoDetailsMessages);
  const { speaker, series, date = "", passage = "" } = said;
  const spoken = dateText(date, language, null);
  const facts = [speaker, series && texts.series(series), spoken && texts.spoken(spoken)].filter(
    Boolean,
  );
  const reference = readTypedReference(passage);
  if (facts.length === 0 && reference === null) return null;
  return (
    <p className="mt-2 text-sm font-medium">
      {facts.join(" · ")}
      {facts.length > 0 && reference !== null && " · "}
      {reference !== null && (
        <Link to={`/bible${searchOfPassage(reference)}`} className={LINK}>
          {passage}
        </Link>
      )}
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
