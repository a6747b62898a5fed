import { useState } from "react";
import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import type { StudioTexts } from "#shared/studio/bible-texts.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useTextFormats } from "./use-text-words.ts";

type HereText = StudioTexts["here"][number];
type TextsHereProps = { texts: readonly HereText[]; onRemove: (id: string) => Promise<void> };

/** Installed texts with their licences; each can be removed after a confirmation. */
export function TextsHere({ texts: shown, onRemove }: TextsHereProps) {
  const { here } = useTexts(bibleTextsMessages);
  const [removing, setRemoving] = useState<HereText | null>(null);
  return (
    <StudioCard title={here.title}>
      {shown.length === 0 && <p className="text-ink-soft">{here.none}</p>}
      <ul className="divide-y divide-line">
        {shown.map((text) => (
          <HereItem key={text.id} text={text} onRemove={() => setRemoving(text)} />
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title={here.removeTitle}
          confirmText={here.removeConfirm}
          onConfirm={async () => {
            await onRemove(removing.id);
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{here.removeText(removing.name)}</p>
          {removing.isConfigured && <p className="mt-2">{here.comesBack}</p>}
        </ConfirmDialog>
      )}
    </StudioCard>
  );
}

function HereItem({ text, onRemove }: { text: HereText; onRemove: () => void }) {
  const { here, licences } = useTexts(bibleTextsMessages);
  const formats = useTextFormats();
  const { name, language, licence, verses, books, bytes, source } = text;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <h3 className="font-semibold">
          <bdi>{name}</bdi> · {formats.languageName(language)}
        </h3>
        <p className="text-sm text-ink-soft">
          {here.facts(formats.number(verses), formats.number(books), formats.megabytes(bytes))}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {licences[licence]} · {here.source(source)}
        </p>
      </div>
      <button
        type="button"
        aria-label={here.remove(name)}
        onClick={onRemove}
        className={buttonStyle("outline")}
      >
        {here.removeConfirm}
      </button>
    </li>
  );
}
