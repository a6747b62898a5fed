import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";
import { writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useAddressIn } from "./use-localized-path.ts";

/**
 * Links to the same page in the other languages, or to Home from an unknown path. Loads a whole
 * page, because each language has its own script. The choice is stored for the next visit to Home.
 */
export function LanguageSwitch() {
  const { language } = useSite();
  const addressIn = useAddressIn();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <a
      key={other}
      href={addressIn(other)}
      hrefLang={other}
      onClick={() => writeStored(STORAGE_KEYS.language, other)}
      lang={other}
      className="inline-flex h-10 items-center gap-1.5 rounded-full px-2 xs:px-2.5 text-sm font-semibold text-ink-soft hover:bg-raised hover:text-ink"
    >
      <span aria-hidden className="uppercase lg:hidden">
        {other}
      </span>
      <span className="sr-only lg:not-sr-only">{LANGUAGE_FACTS[other].name}</span>
    </a>
  ));
}
