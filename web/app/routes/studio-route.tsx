import "#web/features/studio/kit/without-eval.ts";
import { AccountControl } from "#web/app/frame/account-control.tsx";
import { AfterLoadSlot } from "#web/app/frame/after-load-slot.tsx";
import { LanguageSwitch } from "#web/app/frame/language-switch.tsx";
import { NavigationEffects } from "#web/app/navigation/navigation-effects.tsx";
import { SignInAgain } from "#web/features/account/sign-in-again.tsx";
import { liveQuery } from "#web/features/live/live.data.ts";
import { Studio } from "#web/features/studio/studio.tsx";
import { ThemeToggle } from "#web/features/theme/theme-toggle.tsx";

/** The studio has a frame of its own; what it borrows of other parts is joined to it here. */
export function Component() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <NavigationEffects />
      <Studio
        tools={{
          SignInAgain,
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
      <AfterLoadSlot />
    </>
  );
}
