import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";

/** The external players that the visitor has consented to, with buttons to withdraw. */
export function ConsentChoices() {
  const { consents } = useTexts(privacyMessages);
  const [hosts, setHosts] = useStored(STORAGE_KEYS.playerConsents);
  return (
    <section id="choices" className="mt-8">
      <h2 className="text-xl font-bold tracking-tight">{consents.title}</h2>
      <p role="status" className="mt-2 leading-relaxed text-ink-soft">
        {hosts.length === 0 ? consents.none : consents.given(hosts)}
      </p>
      {hosts.length > 0 && (
        <button
          type="button"
          className={buttonStyle("outline", "mt-3")}
          onClick={() => setHosts([])}
        >
          {consents.withdraw}
        </button>
      )}
    </section>
  );
}

/** Stored values on the visitor's device, each with its key and purpose. */
export function StoredTable() {
  const { stored } = useTexts(privacyMessages);
  return (
    <section id="on-this-device" className="mt-8">
      <h2 className="text-xl font-bold tracking-tight">{stored.title}</h2>
      <p className="mt-2 leading-relaxed text-ink-soft">{stored.text}</p>
      <div className="@container mt-4 overflow-x-auto rounded-card border border-line">
        <table className="stored-values w-full text-left text-sm">
          <thead className="bg-raised">
            <tr>
              <th scope="col" className="px-4 py-3 font-semibold">
                {stored.nameColumn}
              </th>
              <th scope="col" className="px-4 py-3 font-semibold">
                {stored.purposeColumn}
              </th>
            </tr>
          </thead>
          <tbody className="ruled">
            {Object.entries(stored.rows).map(([name, purpose]) => (
              <tr key={name}>
                <th scope="row" className="px-4 py-3 align-top text-xs font-normal wrap-anywhere">
                  <code>{name}</code>
                </th>
                <td className="px-4 py-3 text-ink-soft">{purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Component() {
  const { ministry } = useSite();
  const privacy = useTexts(privacyMessages);
  return (
    <article className="page py-8 lg:py-12">
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
            <a
              href={`mailto:${ministry.email}`}
              className="inline-flex max-w-full font-semibold text-brand underline"
            >
              {ministry.email}
            </a>
          </p>
        </section>
      </div>
    </article>
  );
}
