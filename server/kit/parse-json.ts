/** The functions parse JSON in the same way, and may import nothing of the server. */
export { parseJson } from "#functions/_shared/runtime/parse-json.ts";
