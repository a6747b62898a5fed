import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { StudioPage } from "./kit/studio-page.tsx";

/** For addresses of the studio that lead nowhere, or to what somebody may not see. */
export function MissingPage() {
  const { missing } = useTexts(kitMessages);
  return (
    <StudioPage title={missing.title} intro={missing.text}>
      <Link to="/studio" className={buttonStyle("brand")}>
        {missing.action}
      </Link>
    </StudioPage>
  );
}
