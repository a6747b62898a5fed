import { describe, expect, it } from "vitest";
import { fillIn, rolesOfDatabase, rolesOfOwner, serverRole, SUPABASE_ROLES } from "./roles.ts";

describe("roles of a database", () => {
  it.each(["ministry", "supabase", "x".repeat(63), "Élise", 'a"b', "ends_auth_admin"])(
    "%s: differ from those of a Supabase project, fit a name, and are derived from their owner",
    (database) => {
      const roles = rolesOfDatabase(database);
      const names = [...Object.values(roles), serverRole(database)];
      expect(new Set([...names, ...Object.values(SUPABASE_ROLES)]).size).toBe(11);
      for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      expect(rolesOfOwner(roles.auth)).toEqual(roles);
    },
  );

  it("are Supabase's when its auth service owns the schema, and null for an unknown owner", () => {
    expect(rolesOfOwner("supabase_auth_admin")).toBe(SUPABASE_ROLES);
    expect(rolesOfOwner("somebody")).toBeNull();
  });
});

describe("SQL with variables", () => {
  it("quotes names and texts, however they are spelt", () => {
    expect(fillIn(`grant x to :"role" /* :'role' */`, { role: `o'n"e` })).toBe(
      `grant x to "o'n""e" /* 'o''n"e' */`,
    );
  });

  it("leaves casts and slices alone and rejects a variable without value", () => {
    expect(fillIn("select 'a'::text, (b)[1:2]", {})).toBe("select 'a'::text, (b)[1:2]");
    expect(() => fillIn(`:"nobody"`, {})).toThrow("The SQL names nobody, which has no value.");
  });
});
