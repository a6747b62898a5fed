import { en } from "#shared/messages/en.ts";
import { start } from "./start/start.tsx";

void start(en);
