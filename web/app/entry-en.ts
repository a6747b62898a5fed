import { en } from "#shared/messages/en.ts";
import { start } from "./start.tsx";

void start(en);
