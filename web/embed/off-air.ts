import "./embed-base.css";
import type { OffAirConfig } from "#shared/embed/embed-config.ts";
import { serviceTimeText } from "#shared/live/next-service-time.domain.ts";
import { watchChannel, embedConfigText } from "./embed-page.ts";
import { connectParent } from "./parent-messenger.ts";

/**
 * Card of a channel that is off air; notifies the parent page and shows the time in the visitor's
 * zone.
 */
const config: OffAirConfig = JSON.parse(embedConfigText());
const parent = connectParent(config.parentOrigins, (command) => {
  if (command.c === "hello") tell();
});

function tell(): void {
  parent.send({ v: 1, t: "ready" });
  parent.send({ v: 1, t: "error", code: "off" });
}

const time = document.querySelector("time");
if (time) time.textContent = serviceTimeText(config.locale, Date.parse(time.dateTime));
watchChannel(config.follow);
tell();
