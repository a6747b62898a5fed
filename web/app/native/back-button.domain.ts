type Screen = {
  isDialogOpen: boolean;
  isMenuOpen: boolean;
  /** Path as the route table knows it, and the search part of the address. */
  path: string;
  search: string;
  /** Whether the web view has an earlier entry. */
  canGoBack: boolean;
};

/** What Android's back button does: it closes what is open, goes back, and leaves the app at Home. */
export function backAction(
  screen: Screen,
): "close-dialog" | "close-menu" | "back" | "home" | "exit" {
  const { isDialogOpen, isMenuOpen, path, search, canGoBack } = screen;
  if (isDialogOpen) return "close-dialog";
  if (isMenuOpen) return "close-menu";
  if (path === "/" && search === "") return "exit";
  return canGoBack ? "back" : "home";
}
