import { createContext, useContext, useEffect } from "react";

/** What the fields of a form are called, by the document's field. */
const FieldLabels = createContext<Map<string, string> | null>(null);

export const FieldLabelsProvider = FieldLabels.Provider;

/** Tells the form around a field what the field is called, for those who have to choose between two values. */
export function useNamedField(field: string, label: string): void {
  const labels = useContext(FieldLabels);
  useEffect(() => {
    labels?.set(field, label);
  }, [labels, field, label]);
}
