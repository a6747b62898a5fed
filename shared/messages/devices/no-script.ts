import type { Language } from "#shared/languages.ts";

const en = {
  works:
    "JavaScript is off. You can still search and read the devotional, the Bible and the lists. Videos and your account need JavaScript.",
};

const fr: typeof en = {
  works:
    "JavaScript est désactivé. Vous pouvez faire des recherches et lire la méditation, la Bible et les listes. Les vidéos et le compte nécessitent JavaScript.",
};

/** Notice for browsers without JavaScript. */
export const noScriptMessages: Readonly<Record<Language, typeof en>> = { en, fr };
