import "./app.css";
import "./native/phone.css";
import { startPhone } from "./native/start-native.tsx";

void startPhone();
