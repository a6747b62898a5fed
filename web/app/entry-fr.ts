import { everyPage } from "#shared/messages/fr/every-page.ts";
import { start } from "./start/start.tsx";

void start(everyPage);
