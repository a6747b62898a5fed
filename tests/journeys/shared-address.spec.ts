import { expect, test } from "./support/journey-test.ts";

const VISITORS = 10;

test.describe("a hall behind one IP address, with the default limits", () => {
  test.use({ ownServer: { RATE_LIMIT_FACTOR: "1" } });

  test("ten visitors in a row see their lists, and the function serves hundreds of readers by GET and POST @full", async ({
    request,
    page,
  }) => {
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      await page.goto("/privacy-policy");
      await page.getByRole("link", { name: "Videos", exact: true }).first().click();
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Sermons/ })
        .click();
      await expect(page.locator("[data-video]").first()).toBeVisible();
      await expect(page.getByText("Coming Soon")).toHaveCount(0);
    }
    await page.goto("/");
    const apikey = await page.evaluate(async () => {
      const site: unknown = await (await fetch("/api/site")).json();
      return String(Reflect.get(Object(site), "publishableKey"));
    });
    const address = "/functions/v1/youtube-playlist-videos";
    const headers = { apikey };
    for (let reader = 0; reader < 200; reader += 1) {
      const row = await request.get(`${address}?playlistId=library-sermons&limit=5`, { headers });
      expect(row.status()).toBe(200);
      expect(row.headers()["cache-control"]).toContain("public, max-age=30");
      expect(row.headers()["etag"]).toMatch(/^"/);
      const data = { playlistId: "library-sermons" };
      expect((await request.post(address, { headers, data })).status()).toBe(200);
    }
    const nonsense = await Promise.all(
      Array.from({ length: 130 }, () =>
        request.get(`${address}?playlistId=PLunknownUnknown`, { headers }),
      ),
    );
    expect(nonsense.map((answer) => answer.status())).toContain(429);
    expect((await request.get(`${address}?playlistId=library-sermons`, { headers })).status()).toBe(
      200,
    );
  });
});
