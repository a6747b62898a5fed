import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as v from "valibot";
import { parseConfig } from "#server/settings/config.ts";

const FOLDER = "docs/containers";
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));

const serviceSchema = v.object({
  image: v.string(),
  ports: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
  cap_drop: v.optional(v.array(v.string()), []),
  read_only: v.optional(v.boolean(), false),
  init: v.optional(v.boolean(), false),
  stop_grace_period: v.optional(v.string()),
});
const composeSchema = v.object({
  services: v.record(v.string(), v.partial(serviceSchema, ["image"])),
  volumes: v.optional(v.record(v.string(), v.null()), {}),
});

/** Values that the operator writes into .env. */
const ANSWERS: Readonly<Record<string, string>> = {
  SITE_HOST: "tv.example.org",
  DATABASE_PASSWORD: "8d1c2b7f",
  POSTGRES_PASSWORD: "1f0e9d8c",
  OBJECTS_KEY_ID: "objects",
  OBJECTS_SECRET: "5a6b7c8d",
};

function read(name: string): v.InferOutput<typeof composeSchema> {
  return v.parse(composeSchema, parse(readFileSync(join(FOLDER, name), "utf8"), { merge: true }));
}

/** Fills in a file as compose does: from .env, or the default behind `:-`. */
function filledIn(environment: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (value: string): string =>
    value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, fallback) => {
      const answer = ANSWERS[name] ?? (kind === "-" ? String(fallback) : undefined);
      if (answer === undefined) throw new Error(`${name} has no value`);
      return answer;
    });
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, fill(value)]),
  );
}

it("runs the server alone, plus optional additions", () => {
  expect(FILES.toSorted()).toEqual([
    "compose.caddy.yml",
    "compose.objects.yml",
    "compose.postgres.yml",
    "compose.yml",
  ]);
});

describe.each(FILES)("%s", (name) => {
  const { services, volumes } = read(name);
  const all = Object.entries(services);

  it("sets variables that the server knows to values that it accepts", () => {
    const own = filledIn({
      ...read("compose.yml").services["reign-tv"]?.environment,
      ...services["reign-tv"]?.environment,
    });
    expect(parseConfig(own).PUBLIC_URL).toBe(
      name === "compose.caddy.yml" ? "https://tv.example.org" : "http://localhost:3000",
    );
  });

  it("pins each image to a version and requires no variable without an error message", () => {
    const images = all
      .flatMap(([, { image }]) => image ?? [])
      .filter((image) => image !== "reign-tv");
    expect(images.filter((image) => !/:v?\d+(?:\.\d+)*$/.test(image))).toEqual([]);
    const text = readFileSync(join(FOLDER, name), "utf8");
    const asked = [...text.matchAll(/\$\{(\w+)(:[-?][^}]+)?\}/g)];
    expect(asked.filter(([, , words]) => words === undefined)).toEqual([]);
  });

  it("mounts existing files and declared volumes", () => {
    for (const source of all
      .flatMap(([, service]) => service.volumes)
      .map((v) => v.split(":")[0])) {
      const isThere = source?.startsWith(".")
        ? existsSync(join(FOLDER, source))
        : Object.keys(volumes).includes(source ?? "");
      expect([source, isThere]).toEqual([source, true]);
    }
  });

  it("publishes only the ports of the proxy and for encoders", () => {
    const open = all.flatMap(([, { ports }]) => ports).filter((p) => !p.startsWith("127.0.0.1:"));
    expect(open).toEqual(
      name === "compose.caddy.yml" ? ["1935:1935", "80:80", "443:443", "443:443/udp"] : [],
    );
  });
});

it("gives the server no capabilities, a read-only root and time to stop", () => {
  const server = read("compose.yml").services["reign-tv"];
  expect(server).toMatchObject({
    read_only: true,
    init: true,
    cap_drop: ["ALL"],
    stop_grace_period: "30s",
  });
});

it("makes each service wait for its dependency, under the name by which it connects", () => {
  const hostOf = (file: string, variable: string): string =>
    new URL(filledIn(read(file).services["reign-tv"]?.environment ?? {})[variable] ?? "").hostname;
  expect(hostOf("compose.postgres.yml", "DATABASE_URL")).toBe("postgres");
  expect(read("compose.postgres.yml").services["reign-tv"]?.depends_on).toEqual({
    postgres: { condition: "service_healthy" },
  });
  expect(hostOf("compose.objects.yml", "S3_ENDPOINT")).toBe("objects");
  expect(readFileSync(join(FOLDER, "Caddyfile"), "utf8")).toContain(
    "reverse_proxy reign-tv:3000 {",
  );
});

it("trusts only the network of the proxy", () => {
  const text = readFileSync(join(FOLDER, "compose.caddy.yml"), "utf8");
  const subnet = /subnet: (\S+)/.exec(text)?.[1];
  expect(text).toContain(`TRUSTED_PROXY: ${subnet}`);
});
