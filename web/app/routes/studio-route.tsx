import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { AccountControl, LanguageSwitch, ThemeToggle } from "#web/app/layout/header-controls.tsx";
import { DeferredSlot } from "#web/app/layout/layout.tsx";
import { NavigationEffects } from "#web/app/navigation/navigation-effects.tsx";
import { Reauthenticate, SignInAgain } from "#web/features/account/reauthentication.tsx";
import { SignInForm, SignUpForm } from "#web/features/account/sign-in-forms.tsx";
import { liveQuery } from "#web/features/live/live.data.ts";
import { Studio } from "#web/features/studio/studio.tsx";
import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";

const MfaSetup = optional(
  async () => (await import("#web/features/account/security/security-sections.tsx")).MfaSetup,
);

/** The studio has its own layout; its dependencies on other features are injected here. */
export function Component() {
  const { language } = useSite();
  return (
    <>
      {/* The pages set their own titles; search engines must not list them. */}
      <meta name="robots" content="noindex" />
      <meta property="og:locale" content={LANGUAGE_FACTS[language].locale.replace("-", "_")} />
      <NavigationEffects />
      <Studio
        deps={{
          SignInAgain,
          Reauthenticate,
          SignIn: SignInForm,
          SignUp: SignUpForm,
          MfaSetup,
          liveQuery,
          controls: (
            <>
              <LanguageSwitch />
              <ThemeToggle />
              <AccountControl />
            </>
          ),
        }}
      />
      <DeferredSlot />
    </>
  );
}
