import { ProfilePage } from "#web/features/account/profile-page.tsx";
import type { SecurityView } from "#web/features/account/security/security-sections.tsx";
import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { WhenNear } from "#web/ui/when-near.tsx";

const SecuritySections = optional(
  async () =>
    (await import("#web/features/account/security/security-sections.tsx")).SecuritySections,
);

/** What the profile page shows to a member. */
export function ProfileMember() {
  const site = useSite();
  // Its code clears what every page may store, and loads with the tap.
  const leave = () => void import("#web/app/sign-out.ts").then(({ signOut }) => signOut(site));
  return <ProfilePage onSignOut={leave} Security={Security} />;
}

/** They need the backend client, and stand below the first screen of a phone. */
function Security(view: SecurityView) {
  return (
    <WhenNear className="min-h-108">
      <SecuritySections {...view} />
    </WhenNear>
  );
}
