/** A provider's player for frames: it plays as soon as it is there, and says so on its page. */
export const FRAME_PAGE = `<!doctype html><html lang="en"><title>Frame player</title>
<style>html,body{height:100%;margin:0;background:#063;color:#fff}</style>
<p>The frame provider plays</p>`;

/** A provider's script: it finds its mount element by id and puts its own frame into it. */
export const SCRIPT_LOADER = `(function () {
  var mount = document.getElementById("provider-player");
  var frame = document.createElement("iframe");
  frame.title = "Script player";
  frame.allow = "autoplay; fullscreen";
  frame.src = "https://script.example/player?stream=" + mount.getAttribute("data-stream");
  mount.appendChild(frame);
})();`;

/** What the script's frame shows. */
export const SCRIPT_PLAYER_PAGE = `<!doctype html><html lang="en"><title>Script player</title>
<style>html,body{height:100%;margin:0;background:#036;color:#fff}</style>
<p>The script provider plays</p>`;
