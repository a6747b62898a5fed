import { accountMessages } from "#shared/messages/account/account.ts";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { useMessages, useTexts } from "#web/lib/site.ts";
import { awayText, type Failure, failureText } from "#web/features/account/result.ts";

/** Returns the text for a rejected second factor. */
export function useStepFailure(): (failure: Failure) => string {
  const accountTexts = useTexts(accountMessages);
  const { failures } = useTexts(mfaMessages);
  const { errors } = useMessages();
  return (failure) =>
    failure.code === "network"
      ? awayText(errors)
      : (failures[failure.code] ?? failureText(failure, accountTexts, accountTexts.tryLater));
}
