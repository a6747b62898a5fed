import { ProfilePage } from "#web/features/account/profile-page.tsx";
import { SecuritySections } from "#web/features/account/security/security-sections.tsx";
import { useSite } from "#web/lib/site.ts";

/** What the profile page shows to a member. */
export function ProfileMember() {
  const site = useSite();
  // Its code clears what every page may store, and loads with the tap.
  const leave = () => void import("#web/app/sign-out.ts").then(({ signOut }) => signOut(site));
  return <ProfilePage onSignOut={leave} Security={SecuritySections} />;
}
