import { useState, type FormEvent } from "react";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { copyText, openShareSheet } from "#web/lib/sharing.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import * as v from "valibot";
import { EMAIL_ADDRESS } from "#shared/formats.ts";
import { joinAddress } from "#shared/studio/invitation-url.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useReauthentication } from "#web/features/studio/kit/reauthentication.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import {
  useFailureToast,
  useInvalidateStudio,
} from "#web/features/studio/kit/use-publish-action.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { AccessFields } from "./access-fields.tsx";
import { dayOf, validateAccess, NO_ERRORS, type StaffAccess } from "./access.domain.ts";
import {
  invite,
  type StaffMember,
  type Invitation,
  invitationsQuery,
  staffQuery,
} from "./staff.data.ts";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { StudioCard, StudioPage, StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { StaffRow } from "./staff-row.tsx";
import { useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { useStaffActions } from "./use-staff-actions.ts";

type InvitationLinkProps = { address: string; link: string; onClose: () => void };

/** Shows an invitation link once, to copy or to share. */
function InvitationLink({ address, link, onClose }: InvitationLinkProps) {
  const texts = useTexts(peopleMessages).invite;
  const { ministry } = useSite();
  const [copyLabel, setCopyLabel] = useState(texts.copy);

  async function copy(): Promise<void> {
    setCopyLabel((await copyText(link)) ? texts.copied : texts.copyFailed);
  }

  return (
    <div className="stack-4">
      <p className="wrap-anywhere text-ink-soft">{texts.madeText(address)}</p>
      <TextField
        name="link"
        label={texts.link}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="button-row">
        <button
          type="button"
          onClick={() => void copy()}
          aria-live="polite"
          className={buttonStyle("brand")}
        >
          {copyLabel}
        </button>
        {"share" in navigator && (
          <button
            type="button"
            onClick={() =>
              void openShareSheet({ title: texts.shareTitle(ministry.name), url: link })
            }
            className={buttonStyle("outline")}
          >
            {texts.share}
          </button>
        )}
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.done}
        </button>
      </div>
    </div>
  );
}

const emailSchema = v.pipe(v.string(), v.regex(EMAIL_ADDRESS), v.maxLength(254));

type CreatedInvitation = { address: string; link: string };

/** Asks for the email and the permissions of an invitation, then shows its link once. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const { close } = useTexts(kitMessages);
  const texts = useTexts(peopleMessages).invite;
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  return (
    <FormDialog
      title={created === null ? texts.title : texts.madeTitle}
      closeLabel={close}
      onClose={onClose}
    >
      {created === null ? (
        <InviteForm onCreated={setCreated} />
      ) : (
        <InvitationLink {...created} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function InviteForm({ onCreated }: { onCreated: (created: CreatedInvitation) => void }) {
  const texts = useTexts(peopleMessages).invite;
  const { siteUrl, language } = useSite();
  const open = useClient();
  const withReauthentication = useReauthentication();
  const showFailure = useFailureToast();
  const invalidate = useInvalidateStudio();
  const [email, setEmail] = useState("");
  const [access, setAccess] = useState<StaffAccess>({ permissions: [], until: "" });
  const [errors, setErrors] = useState({ ...NO_ERRORS, email: false });
  const [isPending, setPending] = useState(false);

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = v.safeParse(emailSchema, email.trim());
    const found = validateAccess(access, dayOf(new Date().toISOString()));
    setErrors({ ...found, email: !address.success });
    if (!address.success || found.access || found.until) return;
    setPending(true);
    const result = await withReauthentication(() => invite(open, address.output, access));
    setPending(false);
    if (!result.ok) return showFailure(result.failure);
    invalidate();
    onCreated({ address: address.output, link: joinAddress(siteUrl, result.value, language) });
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void make(event)} className="stack-4">
      <p className="text-ink-soft">{texts.text}</p>
      <TextField
        type="email"
        name="email"
        autoComplete="off"
        label={texts.email}
        value={email}
        error={errors.email ? texts.emailFault : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <AccessFields access={access} onChange={setAccess} errors={errors} />
      <SubmitButton text={texts.make} pendingText={texts.making} isPending={isPending} />
    </form>
  );
}

/** Staff with their permissions, open invitation links, and a form to invite. */
export function StaffPage() {
  const { staff, invite } = useTexts(peopleMessages);
  const query = useQuery(staffQuery(useClient()));
  const [isInviting, setInviting] = useState(false);
  return (
    <StudioPage
      title={staff.title}
      intro={staff.intro}
      actions={
        <button type="button" onClick={() => setInviting(true)} className={buttonStyle("brand")}>
          <UserPlus aria-hidden className="size-5" />
          {invite.action}
        </button>
      }
    >
      <StudioQuery query={query}>
        {(data) => <StaffList members={data} nowMs={query.dataUpdatedAt} />}
      </StudioQuery>
      <OpenInvitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </StudioPage>
  );
}

function StaffList({ members, nowMs }: { members: readonly StaffMember[]; nowMs: number }) {
  const { staff } = useTexts(peopleMessages);
  return (
    <StudioCard title={staff.list}>
      <ul>
        {members.map((member) => (
          <StaffRow key={member.user_id} member={member} nowMs={nowMs} />
        ))}
      </ul>
    </StudioCard>
  );
}

function OpenInvitations() {
  const { open } = useTexts(peopleMessages);
  const { data = [] } = useQuery(invitationsQuery(useClient()));
  if (data.length === 0) return null;
  return (
    <StudioCard title={open.title}>
      <ul>
        {data.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </StudioCard>
  );
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { open } = useTexts(peopleMessages);
  const dayText = useDayText();
  const { revokeInvitation } = useStaffActions();
  const [isPending, setPending] = useState(false);

  async function end(): Promise<void> {
    setPending(true);
    await revokeInvitation(invitation);
    setPending(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold wrap-anywhere">{invitation.email}</p>
        <p className="text-sm text-ink-soft">{open.until(dayText(invitation.expires_at))}</p>
      </div>
      <button
        type="button"
        disabled={isPending}
        aria-label={open.takeBackOf(invitation.email)}
        onClick={() => void end()}
        className={buttonStyle("outline")}
      >
        {open.takeBack}
      </button>
    </li>
  );
}
