import { useQuery } from "@tanstack/react-query";
import { devotionalRowMessages } from "#shared/messages/reading/devotional-row.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { todayQuery } from "./devotional-row.data.ts";

/**
 * Row mode that links to the day's devotional instead of listing videos, with its title and verse
 * once they are loaded.
 */
export function DevotionalRow({ link }: { link: string }) {
  const texts = useTexts(devotionalRowMessages);
  const { data } = useQuery(todayQuery(useSite()));
  return (
    <section
      aria-labelledby="devotional-heading"
      className="rounded-card border border-line bg-gold-soft p-5"
    >
      <h2 id="devotional-heading" className="text-xl font-bold tracking-tight">
        {texts.title}
      </h2>
      <p className="mt-1 text-ink-soft">{texts.text}</p>
      <p className="mt-3 mb-4 min-h-12">
        {data && (
          <>
            <span className="block font-semibold">{data.title}</span>
            <span>{data.verse}</span>
          </>
        )}
      </p>
      <Link to={link} className={buttonStyle("brand")}>
        {texts.link}
      </Link>
    </section>
  );
}
