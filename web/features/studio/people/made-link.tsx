import { useState } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { copyText, openShareSheet } from "#web/lib/sharing.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";

type MadeLinkProps = { address: string; link: string; onClose: () => void };

/** A link to join, shown this once: to copy, or to pass on by the device's own sheet. */
export function MadeLink({ address, link, onClose }: MadeLinkProps) {
  const texts = useTexts(peopleMessages).invite;
  const { ministry } = useSite();
  const [copyWords, setCopyWords] = useState(texts.copy);

  async function copy(): Promise<void> {
    setCopyWords((await copyText(link)) ? texts.copied : texts.copyFailed);
  }

  return (
    <div className="stack-4">
      <p className="wrap-anywhere text-ink-soft">{texts.madeText(address)}</p>
      <TextField
        name="link"
        label={texts.link}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={() => void copy()}
          aria-live="polite"
          className={buttonStyle("brand")}
        >
          {copyWords}
        </button>
        {"share" in navigator && (
          <button
            type="button"
            onClick={() =>
              void openShareSheet({ title: texts.shareTitle(ministry.name), url: link })
            }
            className={buttonStyle("outline")}
          >
            {texts.share}
          </button>
        )}
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.done}
        </button>
      </div>
    </div>
  );
}
