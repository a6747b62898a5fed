import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, it, onTestFinished } from "vitest";
import { placeName } from "#shared/bible/bible-books.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { serve } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { App } from "#web/app/app.tsx";
import { createApi } from "#web/lib/http/http.ts";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import { PlaceSelects } from "./place-selects.tsx";
import { useBibleLocation } from "./use-bible-location.ts";

const en = bibleMessages.en;

function Reader() {
  const { place, chosen, open } = useBibleLocation();
  return (
    <>
      <h1>{placeName(place, "en")}</h1>
      <PlaceSelects place={chosen.place} open={open} />
    </>
  );
}

/** A reader whose navigations end when they are released. */
function openReader() {
  const held = Promise.withResolvers<null>();
  const router = createMemoryRouter(
    [{ id: "bible", path: "/bible", element: <Reader />, loader: () => held.promise }],
    {
      initialEntries: ["/bible?version=kjv&book=john&chapter=3"],
      hydrationData: { loaderData: { bible: null } },
    },
  );
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () => json({ versions: [] }));
  serve(server);
  const site = testSite();
  const queryClient = createQueryClient("browser");
  onTestFinished(() => {
    queryClient.clear();
    router.dispose();
  });
  render(
    <App site={{ ...site, api: createApi(site) }} queryClient={queryClient}>
      <RouterProvider router={router} />
    </App>,
  );
  return { router, release: () => act(async () => held.resolve(null)) };
}

const heading = () => screen.getByRole("heading").textContent;
const selected = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

it("a chapter that is chosen before its book is on the screen belongs to that book", async () => {
  const { router, release } = openReader();
  fireEvent.change(screen.getByLabelText(en.book), { target: { value: "psalms" } });
  expect(heading()).toBe("John 3");
  expect(selected(en.book)).toBe("psalms");
  fireEvent.change(screen.getByLabelText(en.chapter), { target: { value: "119" } });
  expect(selected(en.chapter)).toBe("119");
  await release();
  await expect.poll(heading).toBe("Psalms 119");
  expect(router.state.location.search).toBe("?version=kjv&book=psalms&chapter=119");
});

it("Back after a choice selects the location that it opens", async () => {
  const { router, release } = openReader();
  fireEvent.change(screen.getByLabelText(en.book), { target: { value: "psalms" } });
  await release();
  await expect.poll(heading).toBe("Psalms 1");
  await act(() => router.navigate(-1));
  await expect.poll(heading).toBe("John 3");
  expect([selected(en.book), selected(en.chapter)]).toEqual(["john", "3"]);
});
