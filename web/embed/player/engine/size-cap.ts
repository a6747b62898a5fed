import { Hls } from "hls.js/light";

const { capLevelController: CapLevelController } = Hls.DefaultConfig;
if (CapLevelController === undefined) throw new Error("This build of hls.js caps no levels");

/** Wider than the rendition for little data, and no wider than the usual ones. */
const LEAST_WIDTH_PX = 640;

/** Fits the rendition to the player's size, and leaves the one for little data to slow connections. */
export class SizeCap extends CapLevelController {
  override get mediaWidth(): number {
    return Math.max(super.mediaWidth, LEAST_WIDTH_PX);
  }
}
