import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import { ExternalLink, NavLink } from "./link.tsx";

it.each([
  ["its words", undefined, "Give", "Give (opens in a new tab)"],
  ["a label, when it shows an icon", "Facebook", null, "Facebook (opens in a new tab)"],
])("names a link to another site by %s", (_way, label, content, name) => {
  renderView(
    <ExternalLink href="https://example.org/" {...(label !== undefined && { label })}>
      {content}
    </ExternalLink>,
  );
  expect(screen.getByRole("link", { name }).getAttribute("rel")).toBe("noopener noreferrer");
});

it("a menu marks the current page alone, not its parent", () => {
  const links = ["/bible", "/bible/marks"].map((path) => (
    <NavLink key={path} to={path} className="" activeClassName="now" inactiveClassName="">
      {path}
    </NavLink>
  ));
  renderView(<>{links}</>, { at: "/bible/marks" });
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("/bible/marks");
});
