import { Bell, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { GalleryStates } from "#tests/gallery/gallery-state.ts";
import { useMessages, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { ExternalLink, Link, NavLink } from "#web/ui/link.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LiveBadge } from "#web/features/live/live-badge.tsx";
import { PasswordField } from "#web/features/account/account-form.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { SOCIAL_NAMES, SOCIAL_NETWORKS, SocialIcon } from "#web/app/layout/footer.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextArea, TextField } from "#web/ui/fields/text-field.tsx";

const TONES = ["brand", "gold", "quiet", "outline", "danger"] as const;
const BADGES = ["closed", "waiting", "playing", "interrupted", "offAir"] as const;
const nothing = (): void => undefined;

/** Stacks the variants of a component. */
function Variants({ children }: { children: ReactNode }) {
  return <div className="page flex flex-col items-start gap-4 py-6">{children}</div>;
}

function Buttons() {
  const texts = useTexts(profileMessages);
  return (
    <Variants>
      {TONES.map((tone) => (
        <div key={tone} className="flex flex-wrap gap-3">
          <button type="button" className={buttonStyle(tone)}>
            <Pencil aria-hidden className="size-4" />
            {texts.editProfile}
          </button>
          <button type="button" disabled className={buttonStyle(tone)}>
            {texts.changePassword}
          </button>
          <Link to="/" className={buttonStyle(tone)}>
            {texts.watchHistory}
          </Link>
        </div>
      ))}
      <form onSubmit={(event) => event.preventDefault()} className="flex flex-wrap gap-3">
        <SubmitButton text={texts.save} pendingText={texts.saving} isPending={false} />
        <SubmitButton text={texts.save} pendingText={texts.saving} isPending tone="outline" />
      </form>
      <div className="flex gap-3">
        <IconButton label={texts.close}>
          <Bell aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={texts.cancel} disabled>
          <Bell aria-hidden className="size-5" />
        </IconButton>
      </div>
    </Variants>
  );
}

function LinksAndMarks() {
  const { shell } = useMessages();
  const menu = { activeClassName: "text-brand", inactiveClassName: "text-ink-soft" };
  return (
    <Variants>
      <NavLink to="/live-tv" className="font-semibold" {...menu}>
        {shell.liveTv}
      </NavLink>
      <NavLink to="/bible" className="font-semibold" {...menu}>
        {shell.bible}
      </NavLink>
      <ExternalLink href="https://example.org/" className="text-brand underline">
        {shell.prayerRequests}
      </ExternalLink>
      <ul className="flex gap-3">
        {SOCIAL_NETWORKS.map((network) => (
          <li key={network}>
            <ExternalLink href="https://example.org/" label={SOCIAL_NAMES[network]}>
              <SocialIcon network={network} />
            </ExternalLink>
          </li>
        ))}
      </ul>
      <CrownMark className="size-12" />
      {BADGES.map((state) => (
        <LiveBadge key={state} state={state} />
      ))}
    </Variants>
  );
}

function Fields() {
  const account = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  return (
    <Variants>
      <TextField label={texts.fullName} name="a" placeholder="Ruth Moyo" />
      <TextField label={texts.username} name="b" hint={texts.usernameHint} defaultValue="ruth" />
      <TextField
        label={account.email}
        name="c"
        hint={texts.usernameHint}
        error={account.rules.emailInvalid}
        defaultValue="a-very-long-address-of-a-very-long-name@a-very-long-host.example.org"
      />
      <TextArea label={texts.bio} name="d" hint={texts.bioHint} error={texts.textRefused} />
      <PasswordField
        label={account.password}
        name="e"
        showLabel={account.showPassword}
        hideLabel={account.hidePassword}
        hint={account.passwordHint}
        error={account.rules.passwordTooShort}
        defaultValue="green"
      />
    </Variants>
  );
}

function SearchFields({ value }: { value: string }) {
  const texts = useTexts(profileMessages);
  return (
    <Variants>
      <SearchField
        label={texts.watchHistory}
        clearLabel={texts.close}
        value={value}
        onChange={nothing}
      />
    </Variants>
  );
}

/** Buttons, links, marks and fields. */
export const STATES: GalleryStates = {
  buttons: { show: () => <Buttons /> },
  "links-and-marks": { at: "/live-tv", show: () => <LinksAndMarks /> },
  fields: { show: () => <Fields /> },
  "search-empty": { show: () => <SearchFields value="" /> },
  "search-filled": {
    show: () => <SearchFields value="La guérison de toute une assemblée par la prière" />,
  },
};
