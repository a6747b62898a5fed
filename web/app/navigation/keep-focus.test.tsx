import { screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, it } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { keepFocus } from "./keep-focus.ts";

/** A list whose rows can be deleted. */
function Page() {
  const [rows, setRows] = useState(["one", "two", "three"]);
  const [isKept, setKept] = useState(false);
  useEffect(keepFocus, []);
  return (
    <main>
      <h1 tabIndex={-1}>Saved</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <a href="/">{row}</a>
            <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
      <section>
        {isKept ? (
          <p>
            <button type="button">Pause</button>
          </p>
        ) : (
          <button type="button" onClick={() => setKept(true)}>
            Keep
          </button>
        )}
      </section>
    </main>
  );
}
const removeButton = (row: string) => screen.getByRole("button", { name: `Remove ${row}` });
const focused = () => document.activeElement?.textContent;

it("after a deletion by keyboard the same control of the next row has the focus, of the last one that of the row before, at the end the heading", async () => {
  const { user } = renderView(<Page />);
  await user.keyboard("{Shift}");
  removeButton("two").focus();
  await user.keyboard("{Enter}");
  await expect.poll(focused).toBe("Remove three");
  await user.keyboard("{Enter}");
  await expect.poll(focused).toBe("Remove one");
  await user.keyboard("{Enter}");
  await expect.poll(focused).toBe("Saved");
});

it("a control that takes the place of the focused one has the focus", async () => {
  const { user } = renderView(<Page />);
  await user.keyboard("{Shift}");
  screen.getByRole("button", { name: "Keep" }).focus();
  await user.keyboard("{Enter}");
  await expect.poll(focused).toBe("Pause");
});

it("a button that was disabled while it worked gets the focus back", async () => {
  const { user } = renderView(<Page />);
  await user.keyboard("{Shift}");
  const button = removeButton("one");
  button.focus();
  button.setAttribute("disabled", "");
  await Promise.resolve();
  button.blur();
  button.removeAttribute("disabled");
  await expect.poll(focused).toBe("Remove one");
});
