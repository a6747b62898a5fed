import type { Language } from "#shared/languages.ts";

const en = {
  works:
    "Without JavaScript you can read the devotional, the Bible and the lists, and search. Players and your account need it.",
};

const fr: typeof en = {
  works:
    "Sans JavaScript, on peut lire la méditation, la Bible et les listes, et chercher. Les vidéos et le compte en ont besoin.",
};

/** Notice for browsers without JavaScript. */
export const noScriptMessages: Readonly<Record<Language, typeof en>> = { en, fr };
