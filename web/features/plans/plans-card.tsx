import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";

/** Links the Bible to the plans. */
export function PlansCard() {
  const texts = useTexts(bibleMessages);
  const { plans } = useTexts(readingLinkMessages);
  return (
    <section
      aria-labelledby="plans-card"
      className="rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <h2 id="plans-card" className="text-lg font-semibold">
        {plans}
      </h2>
      <p className="mt-2 text-sm text-ink-soft">{texts.plansText}</p>
      <Link
        to="/bible/plans"
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {texts.openPlans}
      </Link>
    </section>
  );
}
