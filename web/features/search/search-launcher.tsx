import { type ComponentType, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { SEARCH_PATH } from "#shared/search/search-address.ts";

type DialogCode = ComponentType<{ onClose: () => void }>;

/** Elements in which a slash is text. */
const TYPED_IN = "input, textarea, select, [contenteditable], dialog";

/**
 * Opens search over the page from the links of header and menu and by the key "/". Its code loads
 * with the first use; when that fails the link opens the search page.
 */
export function SearchLauncher() {
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [SearchDialog, setSearchDialog] = useState<DialogCode | null>(null);

  useEffect(() => {
    async function open() {
      const field = document.querySelector<HTMLInputElement>("[data-search-field]");
      if (field) {
        field.focus();
        field.select();
        return;
      }
      try {
        const code = await import("./search-dialog.tsx");
        setSearchDialog(() => code.SearchDialog);
        setOpenAt(visit);
      } catch {
        await navigate(SEARCH_PATH);
      }
    }
    function handleClick(event: MouseEvent) {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      const { target } = event;
      if (!isPlain || !(target instanceof Element) || !target.closest("a[data-search]")) return;
      event.preventDefault();
      void open();
    }
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(TYPED_IN)) return;
      if (document.querySelector("dialog[open]:not([data-mini-player])")) return;
      event.preventDefault();
      void open();
    }
    // In the capture phase, before the link's own handler.
    document.addEventListener("click", handleClick, { capture: true });
    document.addEventListener("keydown", handleKeyDown);
    return () => {
      document.removeEventListener("click", handleClick, { capture: true });
      document.removeEventListener("keydown", handleKeyDown);
    };
  }, [navigate, visit]);

  // It belongs to the visit it was opened on, so that any navigation closes it.
  if (!SearchDialog || openAt !== visit) return null;
  return <SearchDialog onClose={() => setOpenAt(null)} />;
}
