import { describe, expect, it } from "vitest";
import {
  CATEGORIES,
  categoriesOf,
  categoryAt,
  HOME_ROW_CATEGORY_IDS,
  homeRows,
} from "./categories.ts";

const PLAYLISTS = Object.fromEntries(CATEGORIES.map(({ id }) => [id, `library-${id}`]));
const IDS = CATEGORIES.map(({ id }) => id);
const ids = (listed: Parameters<typeof categoriesOf>[0]): string[] =>
  categoriesOf(listed).map(({ id }) => id);

describe("categories", () => {
  it("have the product's order, each with its playlist", () => {
    expect(ids({ playlists: PLAYLISTS })).toEqual(IDS);
    expect(categoriesOf({ playlists: PLAYLISTS })[2]).toEqual({
      id: "prophecy-confirmations",
      path: "/video-categories/prophecy-confirmations",
      playlistId: "library-prophecy-confirmations",
    });
  });

  it("include added ones last or at their position, without hidden ones", () => {
    const playlists = { ...PLAYLISTS, choir: "library-music" };
    expect(ids({ playlists })).toEqual([...IDS, "choir"]);
    const categories = {
      choir: { position: 0 },
      sermons: { position: 1 },
      movies: { isHidden: true },
    };
    const arranged = ids({ playlists, categories });
    expect(arranged.slice(0, 2)).toEqual(["choir", "sermons"]);
    expect(arranged).not.toContain("movies");
  });

  it("are found by the path of their page while visible", () => {
    const playlists = { ...PLAYLISTS, choir: "library-music" };
    expect(categoryAt({ playlists }, "/videos/choir")?.playlistId).toBe("library-music");
    const categories = { choir: { isHidden: true } };
    expect(categoryAt({ playlists, categories }, "/videos/choir")).toBeNull();
    expect(categoryAt({ playlists }, "/videos/constructor")).toBeNull();
  });

  it("give Home its five rows, without hidden ones", () => {
    expect(homeRows({ playlists: PLAYLISTS }).map(({ id }) => id)).toEqual(HOME_ROW_CATEGORY_IDS);
    const categories = { movies: { isHidden: true } };
    expect(homeRows({ playlists: PLAYLISTS, categories }).map(({ id }) => id)).not.toContain(
      "movies",
    );
  });
});
