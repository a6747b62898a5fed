import { readFileSync } from "node:fs";
import { errorCode, StartError } from "@reign-tv/kit/start-error.ts";

/**
 * Reads the file of SETTINGS_FILE into the environment, when systemd did not start the process. As with
 * systemd's EnvironmentFile=, its values override the environment.
 *
 * @throws StartError in one sentence when it cannot be read.
 */
export function applySettingsFile(env: Record<string, string | undefined>): void {
  const path = env["SETTINGS_FILE"];
  if (path !== undefined && path !== "") Object.assign(env, parseSettingsFile(readText(path)));
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    const code = errorCode(cause);
    throw new StartError(
      code === "ERR_ENCODING_INVALID_ENCODED_DATA"
        ? `SETTINGS_FILE: ${path} is not saved as UTF-8.`
        : `SETTINGS_FILE: ${path} cannot be read (${code}): name the service's EnvironmentFile, and run this as the service's account.`,
      { cause },
    );
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Parses settings like systemd's EnvironmentFile= (systemd.exec(5)): skips lines that are no assignment. */
export function parseSettingsFile(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [taken = ""] = pattern.exec(text) ?? [];
    at += taken.length;
    return taken;
  };
  while (at < text.length) {
    take(/[ \t\r\n]*/y);
    if (take(/[#;][^\r\n]*/y) !== "") continue;
    const name = take(/[^=\r\n]*/y).trimEnd();
    if (take(/=/y) === "") continue;
    const value = takeValue(take);
    if (NAME.test(name)) found[name] = value;
  }
  return found;
}

/** Reads quoted parts, then the rest of the line. */
function takeValue(take: (pattern: RegExp) => string): string {
  let value = "";
  for (;;) {
    take(/[ \t]*/y);
    const quoted = take(/'[^']*'?|"(?:\\[^]|[^"\\])*\\?"?/y);
    if (quoted === "") return value + unquoted(take(/(?:\\[^]|[^\\\r\n])*\\?/y));
    value += quoted.startsWith("'") ? quoted.replaceAll("'", "") : inDoubleQuotes(quoted);
  }
}

/** A backslash escapes the quote, itself, the backquote, the dollar and the line break; elsewhere it stays. */
function inDoubleQuotes(quoted: string): string {
  const inside = /^"((?:\\[^]|[^"\\])*)/.exec(quoted)?.[1] ?? "";
  return inside.replaceAll(/\\(?:([\\"`$])|\n)/g, "$1");
}

/** A backslash escapes the next character or continues the line; trailing blanks go. */
function unquoted(rest: string): string {
  const letters = rest.match(/\\[^]?|[^\\]/g) ?? [];
  while (/^[ \t]$/.test(letters.at(-1) ?? "")) letters.pop();
  return letters.map((letter) => letter.replace(/^\\[\r\n]?/, "")).join("");
}
