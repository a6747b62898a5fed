import { everyPage } from "#shared/messages/en/every-page.ts";
import { start } from "./start/start.tsx";

void start(everyPage);
