import { useCallback } from "react";
import { toastMessages } from "#shared/messages/toast.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Toast } from "./toast-list.ts";

/**
 * Returns a function that shows toasts in the page's language; their code loads with the first one.
 */
export function useToast(): (toast: Omit<Toast, "dismissLabel">) => void {
  const { dismiss } = useTexts(toastMessages);
  return useCallback(
    (toast) => {
      void import("./toast.tsx").then(({ showToast }) =>
        showToast({ ...toast, dismissLabel: dismiss }),
      );
    },
    [dismiss],
  );
}
