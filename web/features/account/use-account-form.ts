import type * as v from "valibot";
import type { RuleMessage } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { type FieldErrors, useCheckedForm } from "#web/lib/use-checked-form.ts";

/** A checked form whose rules are those of `shared/account-rules.ts`, in the page's language. */
export function useAccountForm<Values>(
  rules: v.GenericSchema<unknown, Values>,
  send: (values: Values) => Promise<FieldErrors | void>,
): ReturnType<typeof useCheckedForm> {
  const texts = useTexts(accountMessages);
  return useCheckedForm({
    rules,
    textOf: (key) => (isRuleMessage(key, texts.rules) ? texts.rules[key] : key),
    async send(values) {
      void dismissFailures();
      return send(values);
    },
  });
}

/** What went wrong with the form before does not stay beside what becomes of it now. */
export async function dismissFailures(): Promise<void> {
  const toasts = await import("#web/ui/toast.tsx");
  toasts.dismissFailures();
}

function isRuleMessage(key: string, rules: Record<RuleMessage, string>): key is RuleMessage {
  return key in rules;
}
