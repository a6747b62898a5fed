type Size = { width: number; height: number };

/** The largest part of a picture with the form of `target`, from its middle; in its own pixels. */
export function coverArea(picture: Size, target: Size): Size & { x: number; y: number } {
  const scale = Math.min(picture.width / target.width, picture.height / target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}
