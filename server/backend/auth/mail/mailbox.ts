/** Who a mail is from. */
export type Mailbox = { readonly name: string; readonly address: string };

/** Reads "Name <address>" or an address alone. All before the last "<" is the name, whatever stands in it. */
export function toMailbox(from: string): Mailbox {
  const line = toOneLine(from);
  const { name = "", address = line } =
    /^(?<name>.*)<(?<address>[^<>]*)>$/.exec(line)?.groups ?? {};
  return { name: name.trim().replace(/^"(?<inside>.*)"$/, "$<inside>"), address: address.trim() };
}

/** A header's value: a line break would begin another header. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
