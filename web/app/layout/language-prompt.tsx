import { DEFAULT_LANGUAGE, type Language, languageOf } from "#shared/languages.ts";
import { languageMessages } from "#shared/messages/language.ts";
import { useSite } from "#web/lib/site.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type Visitor = {
  /** The language of the page. */
  page: Language;
  /** BCP 47 tags of the browser, the preferred one first. */
  wanted: readonly string[];
  /** The stored choice, or null. */
  chosen: Language | null;
};

/**
 * Returns the language to prompt for, or null. A path with a language was chosen on purpose, and a
 * stored choice is final; only the browser's first language counts.
 */
export function languageToPrompt({ page, wanted, chosen }: Visitor): Language | null {
  if (page !== DEFAULT_LANGUAGE || chosen !== null) return null;
  const first = languageOf(wanted[0] ?? "");
  return first === undefined || first === page ? null : first;
}

/**
 * Prompts once to switch to the browser's first language, in that language, until the visitor
 * answers on this device. It never redirects.
 */
export function LanguagePrompt({ pathIn }: { pathIn: (language: Language) => string }) {
  const { language: page } = useSite();
  const [chosen, choose] = useStored(STORAGE_KEYS.language);
  const offered = languageToPrompt({ page, wanted: navigator.languages, chosen });
  if (offered === null) return null;
  const texts = languageMessages[offered];
  return (
    <aside
      lang={offered}
      aria-label={texts.label}
      className="fixed inset-x-4 top-18 z-20 mx-auto lg:top-34 flex max-w-xl flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 text-sm text-ink shadow-card"
    >
      <p className="grow py-1 text-center sm:text-left">{texts.offer}</p>
      <a
        href={pathIn(offered)}
        hrefLang={offered}
        onClick={() => choose(offered)}
        className={buttonStyle("brand")}
      >
        {texts.accept}
      </a>
      <button type="button" onClick={() => choose(page)} className={buttonStyle("quiet")}>
        {texts.decline}
      </button>
    </aside>
  );
}
