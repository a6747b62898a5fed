import * as v from "valibot";
import { readBytes } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import {
  requestSpeech,
  STATUS_BY_SPEECH_ERROR,
  SPEECH_FINGERPRINT,
  SpeechError,
} from "./speech-provider.ts";
import { parseSpeechSettings, type SpeechSettings } from "./speech-settings.ts";
import {
  devotionalText,
  type SpeechBody,
  speechBodySchema,
  speechPieces,
  TEST_SENTENCES,
} from "./speech-texts.ts";

/**
 * The function `tts`: audio of the speech provider.
 *
 * Threats: strangers who spend the ministry's characters, and keys that leak (F5). The ministry's
 * key speaks only texts of the site, each once (stored for good), within a daily budget. A reader's
 * own key comes in the header `x-speech-key`, goes to the provider only, and is neither logged nor
 * stored; nor is its audio.
 */
export type TextToSpeech = { handle(request: Request): Promise<Response> };

const MAX_BODY_BYTES = 96 * 1024;
const KEY_PATTERN = /^[\x21-\x7e]{1,500}$/;
/** The host's store accepts 4 MiB; base64 makes four bytes of three. */
const MAX_STORED_BYTES = 3_000_000;

const services = new WeakMap<FunctionContext, TextToSpeech>();

/** Returns the function of a context, created on first use. */
export function textToSpeechOf(context: FunctionContext): TextToSpeech {
  const service = services.get(context) ?? createTextToSpeech(context);
  services.set(context, service);
  return service;
}

type Audio = Uint8Array<ArrayBuffer>;

export function createTextToSpeech(context: FunctionContext): TextToSpeech {
  const settings = parseSpeechSettings(context.env);
  const log = context.log ?? (() => undefined);
  if (settings === null) log("error", "the speech function is not configured");
  const running = new Map<string, Promise<Audio>>();

  async function respond(settings: SpeechSettings, request: Request): Promise<Response> {
    const body = await readBody(request);
    if (body === null) return problem(400, "bad_request");
    if (body.kind === "status") {
      return Response.json(
        { available: settings.apiKey !== null },
        { headers: { "cache-control": "no-store" } },
      );
    }
    const readerKey = request.headers.get("x-speech-key")?.trim() ?? "";
    if (readerKey !== "" && !KEY_PATTERN.test(readerKey)) return problem(401, "invalid_key");
    if (readerKey === "" && body.kind !== "devotional") return problem(403, "own_key_needed");
    if (readerKey === "" && settings.apiKey === null) return problem(503, "not_configured");
    const text = await textOf(context, settings, body);
    if (text === null) return problem(404, "not_found");
    const audio =
      readerKey === "" ? await speakForAll(settings, text) : await speak(settings, readerKey, text);
    return new Response(audio, {
      headers: { "content-type": "audio/mpeg", "cache-control": "no-store" },
    });
  }

  /** Uses the ministry's key: from the store, or once, within the budget. */
  async function speakForAll(settings: SpeechSettings, text: string): Promise<Audio> {
    const name = await fingerprint(`${SPEECH_FINGERPRINT}\n${settings.voiceId}\n${text}`);
    const stored = await context.store.get(`audio:${name}`);
    if (stored !== null) return fromBase64(stored);
    const started = running.get(name);
    if (started) return started;
    const work = createAndStore(settings, name, text).finally(() => running.delete(name));
    running.set(name, work);
    return work;
  }

  async function createAndStore(
    settings: SpeechSettings,
    name: string,
    text: string,
  ): Promise<Audio> {
    await consumeBudget(settings, text.length);
    const audio = await speak(settings, settings.apiKey ?? "", text);
    if (audio.byteLength <= MAX_STORED_BYTES) {
      await context.store.set(`audio:${name}`, JSON.stringify(toBase64(audio)));
    }
    return audio;
  }

  /** @throws SpeechError at the day's limit */
  async function consumeBudget(settings: SpeechSettings, characters: number): Promise<void> {
    const name = `spent:${new Date(context.now()).toISOString().slice(0, 10)}`;
    const spent = Number((await context.store.get(name)) ?? 0);
    if (spent + characters > settings.dailyCharacters) {
      log("warn", "the day's speech budget is spent", { spent });
      throw new SpeechError("quota_exceeded");
    }
    await context.store.set(name, String(spent + characters));
  }

  async function speak(settings: SpeechSettings, key: string, text: string): Promise<Audio> {
    const { apiBase, voiceId } = settings;
    const recordings: Audio[] = [];
    for (const piece of speechPieces(text)) {
      recordings.push(
        await requestSpeech({ fetch: context.fetch, apiBase, voiceId, key, text: piece }),
      );
    }
    context.report?.("speech", null);
    // MP3 is a sequence of frames: concatenated parts are one recording.
    return new Uint8Array(await new Blob(recordings).arrayBuffer());
  }

  return {
    async handle(request) {
      if (request.method === "OPTIONS") return new Response(null, { status: 204 });
      if (request.method !== "POST") return problem(405, "method_not_allowed");
      if (settings === null) return problem(503, "not_configured");
      try {
        return await respond(settings, request);
      } catch (error) {
        if (!(error instanceof SpeechError)) throw error;
        // A rejected key of a reader, or a text that is too long, is no fault of the provider.
        if (error.code === "unavailable") context.report?.("speech", error.code);
        else log("warn", "the speech provider gave no audio", { code: error.code });
        return problem(STATUS_BY_SPEECH_ERROR[error.code], error.code);
      }
    },
  };
}

async function textOf(
  { fetch }: FunctionContext,
  { siteUrl }: SpeechSettings,
  body: Exclude<SpeechBody, { kind: "status" }>,
): Promise<string | null> {
  if (body.kind === "test") return TEST_SENTENCES[body.language];
  return body.kind === "text" ? body.text : devotionalText(fetch, siteUrl, body);
}

async function readBody(request: Request): Promise<SpeechBody | null> {
  try {
    const bytes = await readBytes(request.body, MAX_BODY_BYTES);
    const parsed = v.safeParse(speechBodySchema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function problem(status: number, code: string): Response {
  return Response.json(
    { error: "There is no audio", code },
    { status, headers: { "cache-control": "no-store" } },
  );
}

async function fingerprint(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toBase64(new Uint8Array(hash));
}

function toBase64(bytes: Uint8Array): string {
  // In chunks: a call accepts a limited number of arguments.
  const STRIDE = 32_768;
  let binary = "";
  for (let at = 0; at < bytes.length; at += STRIDE) {
    binary += String.fromCodePoint(...bytes.subarray(at, at + STRIDE));
  }
  return btoa(binary);
}

function fromBase64(text: string): Audio {
  const binary = atob(text.replaceAll('"', ""));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}
