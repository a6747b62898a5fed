import { fileURLToPath } from "node:url";

/**
 * A second of test picture and silence in codecs of phones and editors that no server copies. Made by
 * `ffmpeg -f lavfi -i testsrc=s=64x36:r=5:d=1 -f lavfi -i anullsrc=r=8000:cl=mono -shortest -c:v CODEC -pix_fmt yuv420p
 * -c:a aac -b:a 8k FILE` of Debian 12, with the codec `libx265 -x265-params info=0 -tag:v hvc1` or
 * `libaom-av1 -cpu-used 8`.
 */
export const HEVC = fileURLToPath(new URL("hevc.mp4", import.meta.url));
export const AV1 = fileURLToPath(new URL("av1.mp4", import.meta.url));
