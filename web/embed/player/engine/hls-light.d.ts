/** The light build (no alternate audio, no in-stream subtitles) has no types of its own. */
declare module "hls.js/light" {
  export { default as Hls, type ErrorData, ErrorDetails, ErrorTypes, Events } from "hls.js";
}
