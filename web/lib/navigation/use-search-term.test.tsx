import { act, fireEvent, screen } from "@testing-library/react";
import { useNavigate } from "react-router";
import { expect, it } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { useSearchTerm } from "./use-search-term.ts";

function Search() {
  const [term, change] = useSearchTerm();
  const navigate = useNavigate();
  return (
    <>
      <input
        aria-label="Term"
        value={term}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <button type="button" onClick={() => void navigate("/?chapter=3")}>
        Open
      </button>
    </>
  );
}

const type = (value: string) =>
  fireEvent.change(screen.getByLabelText("Term"), { target: { value } });

it("a search term is in the box at once, follows in the URL, and goes with Back", async () => {
  const { address, visit, back } = renderView(<Search />, { at: "/?page=2" });
  await act(async () => {
    type("g");
    type("grace");
    expect(screen.getByDisplayValue("grace")).toBeDefined();
  });
  expect(address()).toBe("/?q=grace");
  await visit("/?q=peace");
  expect(screen.getByDisplayValue("peace")).toBeDefined();
  await back();
  expect(screen.getByDisplayValue("grace")).toBeDefined();
});

it("a page that opens before a typed term has reached the URL empties the box", async () => {
  const { address, back } = renderView(<Search />);
  await act(async () => {
    type("John 3");
    fireEvent.click(screen.getByRole("button"));
  });
  expect(address()).toBe("/?chapter=3");
  expect(screen.getByLabelText("Term")).toHaveProperty("value", "");
  await back();
  expect(screen.getByDisplayValue("John 3")).toBeDefined();
});
