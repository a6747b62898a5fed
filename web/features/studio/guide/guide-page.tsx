import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { Language } from "#shared/languages.ts";
import { StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSubpath } from "#web/features/studio/kit/studio-context.ts";
import { useSite } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { type Guide, type GuideBlock, readGuide, readSpans } from "./guide.domain.ts";

/** The documents of the repository, each a file of the build. */
const DOCUMENTS = import.meta.glob<string>("/docs/{live,studio}*.md", {
  query: "?raw",
  import: "default",
});

async function loadGuide(topic: keyof typeof PATHS, language: Language): Promise<Guide> {
  const load = DOCUMENTS[`/docs/${topic}.${language}.md`] ?? DOCUMENTS[`/docs/${topic}.md`];
  if (load === undefined) throw new Error(`There is no guide "${topic}"`);
  return readGuide(await load());
}

const PATHS = { studio: "/studio/guide", live: "/studio/guide/live" } as const;

/** The guide of the team, and below it the one for live broadcasts. */
export function GuidePage() {
  const { language } = useSite();
  const [subpath] = useSubpath();
  const topic = subpath === "live" ? "live" : "studio";
  const query = useQuery({
    queryKey: ["studio", "guide", topic],
    staleTime: Infinity,
    queryFn: () => loadGuide(topic, language),
  });
  return (
    <StudioQuery query={query}>
      {({ title, blocks }) => (
        <StudioPage title={title}>
          <div className="max-w-prose stack-4">
            {blocks.map((block, index) => (
              <Block key={index} block={block} />
            ))}
          </div>
        </StudioPage>
      )}
    </StudioQuery>
  );
}

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === "heading") return <h2 className="pt-4 text-xl font-bold">{block.text}</h2>;
  if (block.kind === "paragraph") return <p>{spansOf(block.text)}</p>;
  const List = block.isOrdered ? "ol" : "ul";
  return (
    <List className={block.isOrdered ? "list-decimal stack-2 pl-6" : "list-disc stack-2 pl-6"}>
      {block.items.map((item) => (
        <li key={item}>{spansOf(item)}</li>
      ))}
    </List>
  );
}

function spansOf(text: string) {
  return readSpans(text).map((span, index) => {
    switch (span.kind) {
      case "strong":
        return <strong key={index}>{span.text}</strong>;
      case "code":
        return (
          <code key={index} className="wrap-anywhere">
            {span.text}
          </code>
        );
      case "text":
        return <Fragment key={index}>{span.text}</Fragment>;
      case "studio":
      case "live":
        return (
          <Link key={index} to={PATHS[span.kind]} className="font-semibold text-brand underline">
            {span.text}
          </Link>
        );
    }
  });
}
