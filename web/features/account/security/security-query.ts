import { type UseQueryOptions, useQueryClient } from "@tanstack/react-query";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import type { Failure } from "#web/features/account/result.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useToast } from "#web/ui/use-toast.ts";

export type OpenSession = () => AccountSession;

/** Query about the current user's account. */
export type SecurityQuery<Value> = UseQueryOptions<Value>;

export function securityKey(userId: string, part: string): readonly string[] {
  return ["security", userId, part];
}

/** No other page reads it; drop it with the page. */
export const UNCACHED = { gcTime: 0, retry: false } as const;

/** Formats a day in the page's language. */
export function useDayText(): (iso: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (iso) => new Date(iso).toLocaleDateString(locale, { dateStyle: "long" });
}

/** Refetches the account data of all sections. */
export function useRefetchSecurity(userId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["security", userId] });
}

/** Shows a toast with the reason of a rejection. */
export function useFailureToast(): (failure: Failure) => void {
  const { failed } = useTexts(securityMessages);
  const failureTextOf = useStepFailure();
  const toast = useToast();
  return (failure) => toast({ tone: "danger", title: failed, text: failureTextOf(failure) });
}
