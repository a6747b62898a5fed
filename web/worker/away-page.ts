import { languageOf, pageLanguage, splitLanguage } from "#shared/languages.ts";
import { playbackProblemMessages } from "#shared/messages/playback-problem.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
};

const STYLE = `html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.75rem;padding:1rem;
box-sizing:border-box;overflow:auto;text-align:center;background:#0d0a17;color:#fff;font-family:system-ui,sans-serif}
h2,p{margin:0 auto .5rem;max-width:34rem;text-wrap:balance}h2{font-size:clamp(1.0625rem,3.2vw,1.625rem)}
button{min-height:2.75rem;padding:0 1.375rem;border:0;border-radius:999px;background:#f5c65c;color:#2b1c00;font:inherit}
:focus-visible{outline:3px solid #f5c65c;outline-offset:2px}`;

/**
 * Notifies the parent page and polls the server with a growing delay, and at once when the
 * connection is back.
 */
const SCRIPT = `(words) => {
  let wait = 2000, timer = 0;
  const say = () => {
    const code = navigator.onLine ? "server" : "offline";
    const [title, text] = words[code];
    document.title = document.querySelector("h2").textContent = title;
    document.querySelector("p").textContent = text;
    if (parent !== self) for (const news of [{ t: "ready" }, { t: "error", code }])
      parent.postMessage({ v: 1, ...news }, "*");
  };
  const look = async () => {
    clearTimeout(timer);
    say();
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) return location.reload();
    clearTimeout(timer);
    timer = setTimeout(look, wait = Math.min(2 * wait, 30000));
  };
  addEventListener("online", look);
  addEventListener("offline", say);
  document.querySelector("button").addEventListener("click", look);
  look();
}`;

/**
 * Replaces a player's page that fails to load, instead of the browser's error page: shows the
 * reason and loads the player once its server responds.
 */
export function awayPage({ pathname, searchParams }: URL): Response {
  const named = searchParams.get("lang") ?? searchParams.get("hl") ?? "";
  const language = languageOf(named) ?? splitLanguage(pathname).language;
  const texts = playbackProblemMessages[language];
  const words = JSON.stringify({
    offline: [texts.offlineTitle, texts.offlineText],
    server: [texts.serverTitle, texts.serverText],
  });
  const page = `<!doctype html>
<html ${pageLanguage(language)}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${texts.serverTitle}</title><style>${STYLE}</style>
<body><main role="alert"><h2></h2><p></p></main><button type="button">${texts.tryAgain}</button>
<script>(${SCRIPT})(${words})</script>`;
  return new Response(page, { headers: HEADERS });
}
