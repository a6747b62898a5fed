/** A WebSocket that the test opens, closes and sends messages on. */
export class FakeSocket extends EventTarget {
  static readonly opened: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  readonly address: string;
  readonly CONNECTING = 0;
  readyState = 0;
  isClosed = false;

  constructor(address: string) {
    super();
    this.address = address;
    FakeSocket.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  break(): void {
    this.dispatchEvent(new Event("close"));
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}
