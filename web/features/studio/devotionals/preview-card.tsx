import { useState } from "react";
import { devotionalId } from "#shared/devotional/devotional-id.ts";
import { devotionalPath } from "#shared/devotional/devotional-date.ts";
import { type Language, localisedPath } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useFailureToast, useStudioToast } from "#web/features/studio/kit/use-act.ts";
import { copyText } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { ReadingBody } from "#web/ui/reading/reading-body.tsx";
import { makePreview } from "./devotionals.data.ts";

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
      <PreviewLink day={day} language={language} body={body} />
    </details>
  );
}

/** A link for somebody who should read it before it is published; it shows what stood here when it was made. */
function PreviewLink({ day, language, body }: PreviewCardProps) {
  const { preview } = useTexts(devotionalsMessages);
  const site = useSite();
  const open = useClient();
  const toast = useStudioToast();
  const tellFailure = useFailureToast();
  const [address, setAddress] = useState<string | null>(null);

  async function make(): Promise<void> {
    const token = await makePreview(open, devotionalId(day, language), body);
    if (!token.ok) {
      tellFailure(token.failure);
      return;
    }
    const path = localisedPath(devotionalPath(day), language);
    setAddress(`${sharedOrigin(site)}${path}?preview=${encodeURIComponent(token.value)}`);
  }

  async function copy(made: string): Promise<void> {
    const isCopied = await copyText(made);
    toast({
      tone: isCopied ? "done" : "danger",
      title: isCopied ? preview.copied : preview.copyFailed,
    });
  }

  return (
    <div className="border-t border-line p-4">
      <p className="text-sm text-ink-soft">{preview.linkText}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {address === null ? (
          <button type="button" onClick={() => void make()} className={buttonStyle("outline")}>
            {preview.link}
          </button>
        ) : (
          <>
            <ExternalLink href={address} className={buttonStyle("outline")}>
              {preview.open}
            </ExternalLink>
            <button
              type="button"
              onClick={() => void copy(address)}
              className={buttonStyle("outline")}
            >
              {preview.copy}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
