import { devotionalId } from "#shared/devotional/devotional-id.ts";
import { devotionalPath } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";
import { PreviewLink } from "#web/features/studio/kit/preview/preview-link.tsx";
import { useTexts } from "#web/lib/site.ts";
import { ReadingBody } from "#web/ui/reading/reading-body.tsx";

type PreviewCardProps = { day: string; language: Language; body: DevotionalBody };

/** The text as a follower reads it, while it is written; and a link that shows the whole page. */
export function PreviewCard({ day, language, body }: PreviewCardProps) {
  const { preview } = useTexts(devotionalsMessages);
  return (
    <details className="rounded-card border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 py-2 font-semibold">
        {preview.title}
      </summary>
      <div lang={language} className="px-4 pb-4 wrap-anywhere">
        <p className="text-2xl leading-tight font-bold tracking-tight">
          {body.title === "" ? preview.untitled : body.title}
        </p>
        <ReadingBody
          verse={body.verse}
          content={body.content}
          reflection={body.reflection ?? null}
        />
      </div>
      <div className="border-t border-line p-4">
        <PreviewLink
          name={{ kind: "devotional", id: devotionalId(day, language) }}
          bodyNow={() => body}
          path={devotionalPath(day)}
          language={language}
        />
      </div>
    </details>
  );
}
