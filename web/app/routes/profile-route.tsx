import { profileMessages } from "#shared/messages/account/profile.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { signOut } from "#web/app/sign-out.ts";
import { ProfilePage } from "#web/features/account/profile-page.tsx";
import { SecuritySections } from "#web/features/account/security/security-sections.tsx";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";

const StudioEntry = optional(
  async () => (await import("#web/features/studio/studio-entry.tsx")).StudioEntry,
);

export function Component() {
  const site = useSite();
  const texts = useTexts(profileMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <ProfilePage onSignOut={() => void signOut(site)} Security={SecuritySections} />
      <div className="page max-w-3xl stack-6 pb-12">
        <StudioEntry />
        <div className="rounded-card border border-line bg-surface p-6">
          <DataPanel />
        </div>
      </div>
    </>
  );
}
