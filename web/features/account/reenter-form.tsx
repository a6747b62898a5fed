import { reenterPasswordRules } from "#shared/account-rules.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import type { FieldErrors } from "#web/lib/use-checked-form.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { PasswordInput } from "./account-fields.tsx";
import { useAccountForm } from "./use-account-form.ts";

type ReenterFormProps = {
  text: string;
  /** Address of the account, for password managers. */
  email: string;
  actionText: string;
  pendingText: string;
  onCancel: () => void;
  onPassword: (password: string) => Promise<FieldErrors | void>;
};

/** Asks for the password once more before something that cannot be undone or that tells everything. */
export function ReenterForm(props: ReenterFormProps) {
  const { text, email, actionText, pendingText, onCancel, onPassword } = props;
  const texts = useTexts(profileMessages);
  const { formProps, errors, isPending } = useAccountForm(reenterPasswordRules, ({ password }) =>
    onPassword(password),
  );
  return (
    <form {...formProps} method="post" className="stack-4">
      <p className="text-ink-soft">{text}</p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        error={errors["password"]}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <button type="button" onClick={onCancel} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
        <SubmitButton text={actionText} pendingText={pendingText} isPending={isPending} />
      </div>
    </form>
  );
}
