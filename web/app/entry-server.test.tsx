import { expect, it } from "vitest";
import { siteStateIn } from "#shared/site/site-state.ts";
import type { RenderedPage } from "#shared/contracts/rendered-page.ts";
import { testSiteFacts } from "#tests/support/site-fixture.ts";
import { renderPage } from "./entry-server.tsx";

async function pageOf(ministryName: string): Promise<RenderedPage> {
  const facts = testSiteFacts();
  const site = siteStateIn({ ...facts, ministry: { ...facts.ministry, name: ministryName } }, "en");
  const page = await renderPage("/", site, () => Promise.resolve(Response.json({})));
  if (page instanceof Response) throw new Error(`Home redirects with ${page.status}`);
  return page;
}

function elementsOf(html: string): Element[] {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

it.each(["Reign TV", '<div> & "</div>"'])(
  "the head of %s is separate from the body, for any ministry name",
  async (name) => {
    const { headHtml, bodyHtml } = await pageOf(name);
    const head = elementsOf(headHtml);
    expect(head.length).toBeGreaterThan(2);
    expect(head.map(({ localName }) => localName)).toEqual(
      head.map(() => expect.stringMatching(/^(?:title|meta|link)$/)),
    );
    expect(head[0]?.textContent).toContain(name);
    const body = elementsOf(bodyHtml);
    expect(body[0]?.getAttribute("href")).toBe("#main");
    expect(bodyHtml).not.toMatch(/<(?:title|meta|link)\b/);
    expect(body.filter(({ localName }) => localName === "main")).toHaveLength(1);
  },
);
