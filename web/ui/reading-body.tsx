import {
  readText,
  type TextBlock,
  type TextSpan,
  scriptureSpans,
} from "#shared/devotional/devotional-text.domain.ts";
import { ExternalLink, Link } from "./link.tsx";
import { PassageLink } from "./passage-link.tsx";
import { Sparkles } from "lucide-react";
import { type Ref, useId } from "react";
import { quotedVersions } from "#shared/devotional/scripture.domain.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { READING_TEXT } from "./text-size-control.tsx";
import { useTexts } from "#web/lib/site.ts";

const LINK = "underline hover:text-brand";

/**
 * A devotional's content with its emphasis, quotations, lists and links; other markup is not
 * interpreted.
 */
function ReadingText({ content }: { content: string }) {
  return readText(content).map((block, index) => <Block key={index} block={block} />);
}

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <ReadingSpans spans={block.spans} />
        </p>
      );
    case "quote":
      return (
        <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line italic">
          <ReadingSpans spans={block.spans} />
        </blockquote>
      );
    case "list":
      return (
        <ul className="list-disc pl-4">
          {block.items.map((item, index) => (
            <li key={index}>
              <ReadingSpans spans={item} />
            </li>
          ))}
        </ul>
      );
  }
}

/** Spans of text; a Scripture reference is linked to our Bible. */
function ReadingSpans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map((span, index) => <Span key={index} span={span} />);
}

function Span({ span }: { span: TextSpan }) {
  switch (span.kind) {
    case "text":
      return span.text;
    case "scripture":
      return (
        // As one block, which breaks before the number of its book and not after it.
        <PassageLink
          reference={span.reference}
          language={span.language}
          className={`inline-flex ${LINK}`}
        >
          {span.text}
        </PassageLink>
      );
    case "emphasis":
      return (
        <em>
          <ReadingSpans spans={span.spans} />
        </em>
      );
    case "strong":
      return (
        <strong>
          <ReadingSpans spans={span.spans} />
        </strong>
      );
    case "link":
      return <TextLink href={span.href} spans={span.spans} />;
  }
}

function TextLink({ href, spans }: { href: string; spans: readonly TextSpan[] }) {
  const words = <ReadingSpans spans={spans} />;
  return href.startsWith("/") ? (
    <Link to={href} className={LINK}>
      {words}
    </Link>
  ) : (
    <ExternalLink href={href} className={LINK}>
      {words}
    </ExternalLink>
  );
}

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
  const titleId = useId();
  return (
    <>
      {verse !== "" && (
        <blockquote
          className={`mt-8 border-l-4 border-gold bg-gold-soft py-4 pr-4 pl-5 font-serif leading-relaxed italic ${READING_TEXT}`}
        >
          <ReadingSpans spans={scriptureSpans(verse)} />
        </blockquote>
      )}
      <div className={`mt-8 stack-5 font-serif leading-relaxed ${READING_TEXT}`}>
        <ReadingText content={content} />
      </div>
      <section ref={end} aria-labelledby={titleId} className="mt-8 rounded-card bg-brand-soft p-5">
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
