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

it.each([
  [false, ["/bible", "/bible/marks"]],
  [true, ["/bible/marks"]],
])("a menu link marks its page and, unless exact (%s), parents of it", (isExact, marked) => {
  const links = ["/", "/bi", "/bible", "/bible/marks"].map((path) => (
    <NavLink
      key={path}
      to={path}
      isExact={isExact}
      className=""
      activeClassName="now"
      inactiveClassName=""
    >
      {path}
    </NavLink>
  ));
  renderView(<>{links}</>, { at: "/bible/marks" });
  const names = screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent);
  expect(names).toEqual(marked);
});
