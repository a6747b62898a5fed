import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { numberingOfLanguage } from "#shared/bible/bible-versions.ts";
import { renumberReference } from "#shared/bible/numbering/numbering.ts";
import { referenceAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import { referenceText } from "#shared/devotional/scripture.domain.ts";
import type { Language } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";

/** The passages of a day; each opens in the Bible. */
export function PassageLinks({ passages }: { passages: readonly BibleReference[] }) {
  const { language } = useSite();
  return (
    <ul className="flex flex-wrap gap-2">
      {passages.map((passage) => {
        const shown = shownReference(passage, language);
        return (
          <li key={referenceAddress(shown)}>
            <Link
              to={referenceAddress(shown)}
              className="inline-flex min-h-11 items-center rounded-full bg-raised px-4 font-semibold text-brand hover:underline"
            >
              {referenceText(shown, language)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a passage in the numbering of a language's URLs. */
export function shownReference(passage: BibleReference, language: Language): BibleReference {
  return renumberReference(passage, { from: "kjv", to: numberingOfLanguage(language) });
}
