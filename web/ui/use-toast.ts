import { useCallback } from "react";
import { toastMessages } from "#shared/messages/toast.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Toast } from "./toast-list.ts";

/** Shows toasts in the page's language; their code comes with the first one. */
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
