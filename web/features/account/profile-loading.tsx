import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";

/** The profile until its code, its user and its data have loaded. */
export function ProfileLoading() {
  const { loading, title } = useTexts(profileMessages);
  return (
    <div className="page max-w-3xl pt-8 pb-6 lg:pt-12">
      <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      <div role="status" aria-label={loading} className="mt-6 motion-ok:animate-shimmer">
        <div className="h-44 rounded-card bg-raised" />
        <div className="mt-6 min-h-72 rounded-card bg-raised" />
      </div>
    </div>
  );
}
