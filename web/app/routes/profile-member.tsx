import { signOut } from "#web/app/sign-out.ts";
import { ProfilePage } from "#web/features/account/profile-page.tsx";
import { SecuritySections } from "#web/features/account/security/security-sections.tsx";
import { useSite } from "#web/lib/site.ts";

/** What the profile page shows to a member. */
export function ProfileMember() {
  const site = useSite();
  return <ProfilePage onSignOut={() => void signOut(site)} Security={SecuritySections} />;
}
