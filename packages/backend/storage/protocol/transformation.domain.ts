import * as v from "valibot";

/** An image request in upstream's terms. */
export type Transformation = {
  /** Pixels. 0 or absent: derived from the other side and the resize mode. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly resize?: "cover" | "contain" | "fill" | undefined;
  /** 20 to 100. */
  readonly quality?: number | undefined;
  /** "origin" keeps the source format even when the browser accepts a smaller one. */
  readonly format?: "origin" | "avif" | undefined;
};

/** Larger sides are reduced to this, as upstream does. */
const SIDE_MAX_PIXELS = 2_500;
const QUALITY = 80;

/** URLs carry text; a body may too, because upstream's validator coerces numbers. */
const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (typeof value === "string" && value !== "" ? Number(value) : value)),
      v.number(),
      v.integer(),
      v.minValue(min),
      v.maxValue(max),
    ),
  );

/** Query of a rendered image, and `transform` in the body that signs one. */
export const transformationSchema: v.GenericSchema<unknown, Transformation> = v.object({
  height: integer(0),
  width: integer(0),
  resize: v.optional(v.picklist(["cover", "contain", "fill"])),
  format: v.optional(v.picklist(["origin", "avif"])),
  quality: integer(20, 100),
});

/** The output format; null keeps the source format. */
export type TargetFormat = "webp" | "avif" | null;

/** A transformation with all defaults resolved. */
export type Rendering = {
  /** Null keeps the size or derives it from the other side. */
  readonly width: number | null;
  readonly height: number | null;
  readonly resize: "cover" | "contain" | "fill";
  readonly quality: number;
  readonly target: TargetFormat;
};

/**
 * @param accept the Accept header: a browser that names WebP gets it, unless `format` is "origin".
 */
export function decideRendering(
  { width, height, resize, quality, format }: Transformation,
  accept: string | undefined,
): Rendering {
  return {
    width: bounded(width),
    height: bounded(height),
    resize: resize ?? "cover",
    quality: quality ?? QUALITY,
    target: targetOf(format, accept ?? ""),
  };
}

/** Returns the rendering's name, unique per source; used in paths and ETags. */
export function variantOf({ width, height, resize, quality, target }: Rendering): string {
  return [width ?? 0, height ?? 0, resize, quality, target ?? "origin"].join("-");
}

/** Returns the value of X-Transformations in the terms of upstream's processor. */
export function describeTransformation(transformation: Transformation): string {
  const { resize, quality, format } = transformation;
  const width = bounded(transformation.width);
  const height = bounded(transformation.height);
  return [
    ...(height === null ? [] : [`height:${height}`]),
    ...(width === null ? [] : [`width:${width}`]),
    ...(width === null && height === null ? [] : [`resizing_type:${RESIZING[resize ?? "cover"]}`]),
    ...(quality === undefined ? [] : [`quality:${quality}`]),
    ...(format === "avif" ? ["format:avif"] : []),
  ].join(",");
}

const RESIZING = { cover: "fill", contain: "fit", fill: "force" } as const;

function bounded(side: number | undefined): number | null {
  return side === undefined || side === 0 ? null : Math.min(side, SIDE_MAX_PIXELS);
}

function targetOf(format: Transformation["format"], accept: string): TargetFormat {
  if (format === "avif") return "avif";
  return format === undefined && accept.includes("image/webp") ? "webp" : null;
}
