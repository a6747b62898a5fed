export type Mailbox = { readonly name: string; readonly address: string };

/** Parses "Name <email>" or a bare email address. Everything before the last "<" is the name. */
export function toMailbox(from: string): Mailbox {
  const line = toOneLine(from);
  const { name = "", address = line } =
    /^(?<name>.*)<(?<address>[^<>]*)>$/.exec(line)?.groups ?? {};
  return { name: name.trim().replace(/^"(?<inside>.*)"$/, "$<inside>"), address: address.trim() };
}

/** Removes line breaks: in a header they would start another header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
