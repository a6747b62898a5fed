import { privacyMessages } from "#shared/messages/account/privacy.ts";
import { useTexts } from "#web/lib/site.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

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
