import {
  readText,
  type TextBlock,
  type TextSpan,
} from "#shared/devotional/devotional-text.domain.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { Link } from "#web/ui/link.tsx";
import { PassageLink } from "#web/ui/passage-link.tsx";

const LINK = "underline hover:text-brand";

/**
 * A devotional's content with its emphasis, quotations, lists and links; other markup is not
 * interpreted.
 */
export function ReadingText({ content }: { content: string }) {
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
export function ReadingSpans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map((span, index) => <Span key={index} span={span} />);
}

function Span({ span }: { span: TextSpan }) {
  switch (span.kind) {
    case "text":
      return span.text;
    case "scripture":
      return (
        <PassageLink reference={span.reference} language={span.language} className={LINK}>
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
