/** A provider's player for frames. It plays after its load and shows that on its page. */
export const FRAME_PAGE = `<!doctype html><html lang="en"><title>Frame player</title>
<style>html,body{height:100%;margin:0;background:#063;color:#fff}</style>
<p>The frame provider plays</p>`;

/** A provider's script. It finds its mount element by id and inserts its own frame. */
export const SCRIPT_LOADER = `(function () {
  var mount = document.getElementById("provider-player");
  var frame = document.createElement("iframe");
  frame.title = "Script player";
  frame.allow = "autoplay; fullscreen";
  frame.src = "https://script.example/player?stream=" + mount.getAttribute("data-stream");
  mount.appendChild(frame);
})();`;

/** The page in the script's frame. */
export const SCRIPT_PLAYER_PAGE = `<!doctype html><html lang="en"><title>Script player</title>
<style>html,body{height:100%;margin:0;background:#036;color:#fff}</style>
<p>The script provider plays</p>`;
