import { useSubpath } from "#web/features/studio/kit/use-subpath.ts";
import { DayPage } from "./day-page.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { MonthPage } from "./month-page.tsx";

/** Routes of the devotionals: a month, a day, the import. */
export function DevotionalsPage() {
  const [name] = useSubpath();
  if (name === undefined) return <MonthPage />;
  return name === "import" ? <ImportPage /> : <DayPage day={name} />;
}
