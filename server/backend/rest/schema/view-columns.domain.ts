import type { Catalog } from "./catalog.ts";
import { readColumnOrigins } from "./view-origins.domain.ts";
import type { Column, Relation } from "./schema.domain.ts";

/** By the oid of a table, then by the name of its column: the columns of a view that pass it on. */
export type ViewColumns = ReadonlyMap<string, ReadonlyMap<string, readonly Column[]>>;

type Place = { readonly relation: string; readonly number: number };

/** Views above views that are still followed; nobody stacks them higher. */
const MAX_STACKED_VIEWS = 32;

/** What each view passes on of tables, however many views lie between. */
export function originsOfViews(
  catalog: Catalog,
  relations: ReadonlyMap<string, Relation>,
): Map<string, ViewColumns> {
  const rows = new Map(catalog.tables.map((row) => [row.oid, row]));
  const places = new Map<string, ReadonlyMap<number, Place>>(
    catalog.views.map(({ oid, rule }) => [
      oid,
      new Map(
        readColumnOrigins(rule).map(({ number, relation, relationColumn }) => [
          number,
          { relation, number: relationColumn },
        ]),
      ),
    ]),
  );
  const follow = (start: Place): Place => {
    let place = start;
    for (let height = 0; height < MAX_STACKED_VIEWS; height += 1) {
      const below = places.get(place.relation)?.get(place.number);
      if (below === undefined) return place;
      place = below;
    }
    return place;
  };

  return new Map(
    catalog.views.map(({ oid }) => {
      const view = new Map<string, Map<string, Column[]>>();
      for (const column of rows.get(oid)?.columns ?? []) {
        const { relation, number } = follow({ relation: oid, number: column.number });
        const name = rows.get(relation)?.columns.find((other) => other.number === number)?.name;
        const own = relations.get(oid)?.table.columns.get(column.name);
        if (relation === oid || name === undefined || own === undefined) continue;
        const origins = view.get(relation) ?? new Map<string, Column[]>();
        origins.set(name, [...(origins.get(name) ?? []), own]);
        view.set(relation, origins);
      }
      return [oid, view];
    }),
  );
}
