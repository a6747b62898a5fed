import type { ScriptLoaderConfig } from "#shared/embed/embed-config.ts";
import { showCard } from "./cards.ts";
import { element } from "./dom.ts";
import { connectParent } from "./parent-messenger.ts";
import { createRetryBackoff } from "./retry-backoff.ts";
import { liveTrouble } from "#shared/live/playback-problem.domain.ts";
import { embedConfigText } from "./embed-page.ts";
import { serverAnswers, problemCode, problemText } from "./playback-problem.ts";

/**
 * Loads a player's script into the page (the French stream, S2.51). The script finds its mount
 * element by itself; a card replaces it when it fails to load.
 */
const config: ScriptLoaderConfig = JSON.parse(embedConfigText());
const mount = document.querySelector<HTMLElement>("[data-player-script]");
const address = mount?.dataset["playerScript"];
if (mount && address !== undefined) loadScript(mount, address);

function loadScript(target: HTMLElement, src: string): void {
  const { texts, parentOrigins } = config;
  const parent = connectParent(parentOrigins, () => undefined);
  const backoff = createRetryBackoff(attempt);
  let card: { remove(): void } | null = null;
  let tries = 0;

  function attempt(): void {
    backoff.stop();
    card?.remove();
    // Browsers cache a failed module import by its URL.
    const fresh = tries++ === 0 ? src : `${src}?again=${tries}`;
    const script = element("script", { type: "module", src: fresh });
    script.addEventListener("error", () => {
      script.remove();
      void explain();
    });
    document.head.append(script);
  }

  async function explain(): Promise<void> {
    const facts = { arrives: false, serverAnswers: await serverAnswers() };
    const problem = liveTrouble({ ...facts, isOnline: navigator.onLine });
    const code = problemCode(problem);
    if (code !== null) parent.send({ v: 1, t: "error", code });
    card = showCard(target, { texts, ...problemText(texts, problem, true), onRetry: attempt });
    backoff.wait();
  }

  attempt();
}
