import type { User } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { BookMarked, Clock, History, KeyRound, LogOut, Pencil } from "lucide-react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { sessionMessages } from "#shared/messages/account/session.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { isSessionHeld } from "#web/lib/session/stored-session.ts";
import { initialOf } from "#web/lib/initial.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { AvatarControl } from "./avatar-control.tsx";
import type { Profile } from "#shared/contracts/account.ts";

/** Dialog that can be opened from the profile. */
export type ProfileAction = "edit" | "password" | "export" | "delete";

type ProfileViewProps = {
  user: User;
  profile: Profile;
  onChoose: (action: ProfileAction) => void;
  onSignOut: () => void;
  children?: ReactNode;
};

const CARD = "mt-6 rounded-card border border-line bg-surface p-5 shadow-card sm:p-7";

export function ProfileView(props: ProfileViewProps) {
  const { user, profile, onChoose, onSignOut, children } = props;
  const { ministry } = useSite();
  const texts = useTexts(profileMessages);
  const reading = useTexts(readingLinkMessages);
  const later = useTexts(laterMessages);
  const session = useTexts(sessionMessages);
  const email = user.email ?? "";
  const name = profile.full_name ?? texts.defaultName(ministry.name);
  return (
    <div className="page max-w-3xl pt-8 pb-6 lg:pt-12">
      <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
        {texts.title}
      </h1>
      <section aria-label={name} className={CARD}>
        <div className="flex flex-col items-center gap-6 text-center sm:flex-row sm:text-left">
          <AvatarControl
            userId={user.id}
            avatarUrl={profile.avatar_url}
            initial={initialOf(profile.full_name ?? email)}
          />
          <div className="w-full min-w-0 grow sm:w-auto">
            <p className="text-2xl font-bold tracking-tight break-words">{name}</p>
            <p className="break-words text-ink-soft">{email}</p>
            {isSessionHeld() && <p className="mt-2 text-sm text-danger">{session.heldText}</p>}
            {profile.username !== null && (
              <p className="mt-1 font-semibold break-words text-brand">@{profile.username}</p>
            )}
          </div>
        </div>
        <div data-actions className="mt-6 grid gap-3 sm:grid-cols-2">
          <button type="button" onClick={() => onChoose("edit")} className={buttonStyle("brand")}>
            <Pencil aria-hidden className="size-4" />
            {texts.editProfile}
          </button>
          <button
            type="button"
            onClick={() => onChoose("password")}
            className={buttonStyle("outline")}
          >
            <KeyRound aria-hidden className="size-4" />
            {texts.changePassword}
          </button>
          <Link to="/bible/marks" className={buttonStyle("outline")}>
            <BookMarked aria-hidden className="size-4" />
            {reading.marks}
          </Link>
          <Link to="/watch-later" className={buttonStyle("outline")}>
            <Clock aria-hidden className="size-4" />
            {later.title}
          </Link>
          <Link to="/watch-history" className={buttonStyle("outline")}>
            <History aria-hidden className="size-4" />
            {texts.watchHistory}
          </Link>
          <button type="button" onClick={onSignOut} className={buttonStyle("quiet")}>
            <LogOut aria-hidden className="size-4" />
            {texts.signOut}
          </button>
        </div>
      </section>
      <ProfileFields user={user} profile={profile} />
      {children}
      <section aria-labelledby="your-data" className={CARD}>
        <h2 id="your-data" className="text-xl font-bold tracking-tight">
          {texts.yourData}
        </h2>
        <p className="mt-2 text-ink-soft">{texts.yourDataText}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <button
            type="button"
            onClick={() => onChoose("export")}
            className={buttonStyle("outline")}
          >
            {texts.exportData}
          </button>
          <button
            type="button"
            onClick={() => onChoose("delete")}
            className={buttonStyle("danger")}
          >
            {texts.deleteAccount}
          </button>
        </div>
      </section>
    </div>
  );
}

function ProfileFields({ user, profile }: { user: User; profile: Profile }) {
  const { language } = useSite();
  const texts = useTexts(profileMessages);
  const since = new Date(user.created_at).toLocaleDateString(LANGUAGE_FACTS[language].locale, {
    dateStyle: "long",
  });
  const rows = [
    [texts.fullName, profile.full_name],
    [texts.username, profile.username],
    [texts.bio, profile.bio],
    [texts.phone, profile.phone],
    [texts.email, user.email ?? null],
    [texts.memberSince, since],
  ] as const;
  return (
    <dl className={`${CARD} grid gap-6 sm:grid-cols-2`}>
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd className={value === null ? "mt-1 text-ink-soft italic" : "mt-1 break-words"}>
            {value ?? texts.notSet}
          </dd>
        </div>
      ))}
    </dl>
  );
}
