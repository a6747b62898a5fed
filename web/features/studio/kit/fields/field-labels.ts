import { createContext, useContext, useEffect } from "react";

/** Labels of the fields of a form, by field name. */
const FieldLabels = createContext<Map<string, string> | null>(null);

export const FieldLabelsProvider = FieldLabels.Provider;

/** Registers the label of a field with the form around it, for the conflict dialog. */
export function useNamedField(field: string, label: string): void {
  const labels = useContext(FieldLabels);
  useEffect(() => {
    labels?.set(field, label);
  }, [labels, field, label]);
}
