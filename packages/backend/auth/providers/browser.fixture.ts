/** A fake browser that stores cookies and does not follow redirects. A form is posted. */
export type FakeBrowser = {
  open(address: string | URL, form?: URLSearchParams): Promise<Response>;
  /** Returns the redirect target of a URL. */
  follow(address: string | URL): Promise<URL>;
};

export function createFakeBrowser(): FakeBrowser {
  const cookies = new Map<string, string>();
  const open = async (address: string | URL, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const posted = form === undefined ? {} : { method: "POST", body: form };
    const reply = await fetch(address, { ...posted, headers: { cookie }, redirect: "manual" });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return reply;
  };
  return {
    open,
    async follow(address) {
      const reply = await open(address);
      return new URL(reply.headers.get("location") ?? "");
    },
  };
}
