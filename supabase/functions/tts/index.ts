import { functionModule } from "../_shared/function-module.ts";
import { SPEECH_ENV_NAMES } from "../_shared/speech-settings.ts";
import { textToSpeechOf } from "../_shared/text-to-speech.ts";

export default functionModule(SPEECH_ENV_NAMES, (request, context) =>
  textToSpeechOf(context).handle(request),
);
