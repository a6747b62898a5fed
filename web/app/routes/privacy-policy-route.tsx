import { PageHead } from "#web/app/head/page-head.tsx";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { ConsentChoices, StoredTable } from "#web/features/privacy/privacy-sections.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";

export function Component() {
  const { ministry } = useSite();
  const privacy = useTexts(privacyMessages);
  return (
    <article className="page py-10 lg:py-14">
      <PageHead title={privacy.title} description={privacy.description} />
      <div className="mx-auto max-w-prose">
        <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
          {privacy.title}
        </h1>
        <p className="mt-2 text-sm text-ink-soft">{privacy.lastUpdated}</p>
        <p className="mt-6 text-lg leading-relaxed">{privacy.intro(ministry.name)}</p>
        {privacy.sections.map((section) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-xl font-bold tracking-tight">{section.title}</h2>
            <p className="mt-2 leading-relaxed text-ink-soft">{section.text}</p>
          </section>
        ))}
        <ConsentChoices />
        <div id="data" className="mt-8 rounded-card border border-line bg-surface p-5">
          <DataPanel />
        </div>
        <StoredTable />
        <section className="mt-8">
          <h2 className="text-xl font-bold tracking-tight">{privacy.contactTitle}</h2>
          <p className="mt-2 leading-relaxed text-ink-soft">
            {privacy.contactText}{" "}
            <a href={`mailto:${ministry.email}`} className="font-semibold text-brand underline">
              {ministry.email}
            </a>
          </p>
        </section>
      </div>
    </article>
  );
}
