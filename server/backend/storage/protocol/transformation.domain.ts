import { z } from "zod";

/** What a client wants of an image, in upstream's words. */
export type Transformation = {
  /** Pixels; 0 or nothing: as the other side and the resize mode say. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly resize?: "cover" | "contain" | "fill" | undefined;
  /** 20 to 100. */
  readonly quality?: number | undefined;
  /** "origin": the format of the source, also for a browser that takes a smaller one. */
  readonly format?: "origin" | "avif" | undefined;
};

/** Sides beyond are brought to it, as upstream does. */
const SIDE_MAX_PIXELS = 2_500;
const QUALITY = 80;

/** Addresses carry texts; a body may too, for upstream's validator makes numbers of them. */
const integer = (min: number, max?: number): z.ZodType<number | undefined> => {
  const number = z.int().min(min);
  return z.preprocess(
    (value) => (typeof value === "string" && value !== "" ? Number(value) : value),
    (max === undefined ? number : number.max(max)).optional(),
  );
};

/** Query of a rendered image, and `transform` in the body of a call that signs one. */
export const transformationSchema: z.ZodType<Transformation> = z.object({
  height: integer(0),
  width: integer(0),
  resize: z.enum(["cover", "contain", "fill"]).optional(),
  format: z.enum(["origin", "avif"]).optional(),
  quality: integer(20, 100),
});

/** A format that is sent whatever the source is; null: the source's own. */
export type TargetFormat = "webp" | "avif" | null;

/** A transformation with everything decided. */
export type Rendering = {
  /** Null: left as it is, or as the other side makes it. */
  readonly width: number | null;
  readonly height: number | null;
  readonly resize: "cover" | "contain" | "fill";
  readonly quality: number;
  readonly target: TargetFormat;
};

/** @param accept the request's Accept: a browser that names WebP gets it, unless told otherwise. */
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

/** Name of the result among those of one source; a part of a path and of an ETag. */
export function variantOf({ width, height, resize, quality, target }: Rendering): string {
  return [width ?? 0, height ?? 0, resize, quality, target ?? "origin"].join("-");
}

/** Value of X-Transformations: what upstream's processor is asked for. */
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
