import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { useTexts } from "#web/lib/site.ts";

/** Stored values on the visitor's device, each with its key and purpose. */
export function StoredTable() {
  const { stored } = useTexts(privacyMessages);
  return (
    <section id="on-this-device" className="mt-8">
      <h2 className="text-xl font-bold tracking-tight">{stored.title}</h2>
      <p className="mt-2 leading-relaxed text-ink-soft">{stored.text}</p>
      <div className="@container mt-4 overflow-x-auto rounded-card border border-line">
        <table className="w-full border-collapse text-left text-sm">
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
                <th
                  scope="row"
                  className="px-4 py-3 align-top font-mono text-xs font-normal wrap-anywhere @max-[16rem]:block"
                >
                  {name}
                </th>
                <td className="px-4 py-3 text-ink-soft @max-[16rem]:block">{purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
