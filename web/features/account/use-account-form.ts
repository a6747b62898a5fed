import type * as v from "valibot";
import type { RuleMessage } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { type FieldErrors, useCheckedForm } from "#web/lib/use-checked-form.ts";
import { dismissFailures } from "#web/ui/toast-list.ts";

/** Validated form with the rules of `shared/account-rules.ts`, in the page's language. */
export function useAccountForm<Values>(
  rules: v.GenericSchema<unknown, Values>,
  send: (values: Values) => Promise<FieldErrors | void>,
): ReturnType<typeof useCheckedForm> {
  const texts = useTexts(accountMessages);
  return useCheckedForm({
    rules,
    textOf: (key) => (isRuleMessage(key, texts.rules) ? texts.rules[key] : key),
    async send(values) {
      // Otherwise an old error would stay next to the result of the new attempt.
      dismissFailures();
      return send(values);
    },
  });
}

function isRuleMessage(key: string, rules: Record<RuleMessage, string>): key is RuleMessage {
  return key in rules;
}
