import { Route, Routes } from "react-router";
import { DayPage } from "./day-page.tsx";
import { ImportPage } from "./import/import-page.tsx";
import { MonthPage } from "./month-page.tsx";

/** The devotionals: a month to look over, a day to write, a file to import. */
export function DevotionalsPage() {
  return (
    <Routes>
      <Route index element={<MonthPage />} />
      <Route path="import" element={<ImportPage />} />
      <Route path=":day" element={<DayPage />} />
    </Routes>
  );
}
