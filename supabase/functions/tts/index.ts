import { functionModule } from "../_shared/runtime/function-module.ts";
import { SPEECH_ENV_NAMES } from "../_shared/speech/speech-settings.ts";
import { textToSpeechOf } from "../_shared/speech/text-to-speech.ts";

export default functionModule(SPEECH_ENV_NAMES, (request, context) =>
  textToSpeechOf(context).handle(request),
);
