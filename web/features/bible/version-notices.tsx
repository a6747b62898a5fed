import { type BibleVersionFacts, isIn } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useVersions } from "#web/base/reading/bible-versions.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

type TextMissingProps = {
  /** Version shown instead. */
  version: BibleVersionFacts;
  /** Id of the version that the URL names and this site does not have, or null. */
  asked: string | null;
};

/**
 * Names the version that replaces a missing text: the requested one, or any in the page's language.
 */
export function TextMissing({ version, asked }: TextMissingProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { all, isKnown } = useVersions();
  const hasOwnText =
    !isKnown || isIn(version, language) || all.some((each) => isIn(each, language));
  if (asked === null && hasOwnText) return null;
  return (
    <p
      role="status"
      className="mt-2 -mb-2 rounded-card bg-gold-soft px-3 py-1.5 text-sm leading-snug"
    >
      {asked === null ? texts.noOwnText(version.name) : texts.versionMissing(version.name)}
    </p>
  );
}
