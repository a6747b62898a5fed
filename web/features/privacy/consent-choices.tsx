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
