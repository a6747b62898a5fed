import { Sparkles } from "lucide-react";
import { type Ref, useId } from "react";
import { scriptureSpans } from "#shared/devotional/devotional-text.domain.ts";
import { quotedVersions } from "#shared/devotional/scripture.domain.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTextSize } from "#web/base/reading/use-text-size.ts";
import { useTexts } from "#web/lib/site.ts";
import { ReadingSpans, ReadingText } from "./reading-text.tsx";

type ReadingBodyProps = {
  verse: string;
  content: string;
  /** Its own text instead of the fixed prompt. */
  reflection: string | null;
  /** Ref of the end of the reading. */
  end?: Ref<HTMLElement>;
};

/** Text of a devotional below its title: verse, content, reflection, copyright lines. */
export function ReadingBody({ verse, content, reflection, end }: ReadingBodyProps) {
  const texts = useTexts(devotionalMessages);
  const { className: textSize } = useTextSize();
  const titleId = useId();
  return (
    <>
      {verse !== "" && (
        <blockquote
          className={`mt-7 border-l-4 border-gold bg-gold-soft py-4 pr-4 pl-5 font-serif leading-relaxed italic ${textSize}`}
        >
          <ReadingSpans spans={scriptureSpans(verse)} />
        </blockquote>
      )}
      <div className={`mt-7 stack-5 font-serif leading-relaxed ${textSize}`}>
        <ReadingText content={content} />
      </div>
      <section
        ref={end}
        aria-labelledby={titleId}
        className="mt-9 rounded-card bg-brand-soft px-5 py-5"
      >
        <h3 id={titleId} className="flex items-center gap-2 font-semibold text-brand">
          <Sparkles aria-hidden className="size-4" />
          {texts.reflection}
        </h3>
        <p className="mt-2 leading-relaxed">{reflection ?? texts.reflectionPrompt}</p>
      </section>
      <LicenceLines text={`${verse}\n${content}`} />
    </>
  );
}

/** Copyright lines of the quoted Bible versions. */
function LicenceLines({ text }: { text: string }) {
  return quotedVersions(text).map(({ id, copyright, language }) => (
    <p key={id} lang={language} className="mt-4 text-sm text-ink-soft">
      {copyright}
    </p>
  ));
}
