import { Moon, Sun } from "lucide-react";
import { useMessages } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { chooseTheme, useTheme } from "./use-theme.ts";

/** Switches between light and dark. Both icons are in the markup; the theme's class shows one. */
export function ThemeToggle() {
  const { shell } = useMessages();
  const theme = useTheme();
  return (
    <IconButton
      label={theme === "dark" ? shell.switchToLight : shell.switchToDark}
      onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </IconButton>
  );
}
