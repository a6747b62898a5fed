import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type FaultName, sendFault } from "#tests/fakes/youtube/faults.ts";
import {
  apiBibleChapter,
  apiBibleList,
  esvResponse,
  type FakeResponse,
  FAKE_VERSES,
  nltResponse,
  ERROR_RESPONSES,
  youVersionList,
  youVersionPassage,
} from "./responses.ts";

/** Failure of a provider, on demand. */
export type BibleFault = keyof typeof ERROR_RESPONSES | FaultName;

export type SeenRequest = {
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage["headers"];
};

/** The key that every fake provider accepts. */
export const FAKE_KEY = "fake-key-0123456789";

/** All Bible providers on 127.0.0.1, each below its own path, in their real shapes. */
export type FakeBibleProviders = {
  /** Values of the base URLs in server/settings/config.ts. */
  readonly bases: {
    readonly ESV_API_BASE: string;
    readonly NLT_API_BASE: string;
    readonly API_BIBLE_BASE: string;
    readonly API_BIBLE_REPORT_BASE: string;
    readonly YOUVERSION_API_BASE: string;
  };
  readonly requests: SeenRequest[];
  /** Versions that a key may read at API.Bible and YouVersion. */
  granted: string[];
  esvVerses: number;
  /** Makes every request fail until `heal`. */
  fail(name: BibleFault): void;
  heal(): void;
  /** Keeps requests pending until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
};

/** Starts the fakes. The caller closes them. */
export async function startFakeBibleProviders(): Promise<FakeBibleProviders> {
  const requests: SeenRequest[] = [];
  let fault: BibleFault | null = null;
  let held: Promise<void> = Promise.resolve();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const path = decodeURIComponent(url.pathname);
    const query = Object.fromEntries(url.searchParams);
    requests.push({ path, query, headers: request.headers });
    await held;
    if (fault !== null && !isErrorResponse(fault)) {
      sendFault(response, { name: fault }, "application/json");
      return;
    }
    const answer =
      fault === null ? responseTo(request, path, url.searchParams) : ERROR_RESPONSES[fault];
    response.writeHead(answer.status, { "content-type": answer.type });
    response.end(answer.body);
  }

  function responseTo(
    { headers }: IncomingMessage,
    path: string,
    query: URLSearchParams,
  ): FakeResponse {
    const [, provider = "", ...rest] = path.split("/");
    const last = rest.at(-1) ?? "";
    switch (provider) {
      case "esv":
        if (headers.authorization !== `Token ${FAKE_KEY}`) return ERROR_RESPONSES.unauthorized;
        return esvResponse(query, fake.esvVerses);
      case "nlt":
        return query.get("key") === FAKE_KEY ? nltResponse(query) : ERROR_RESPONSES.unauthorized;
      case "apibible":
        if (headers["api-key"] !== FAKE_KEY) return ERROR_RESPONSES.unauthorized;
        return last === "bibles" ? apiBibleList(fake.granted) : apiBibleChapter(last);
      case "youversion":
        if (headers["x-yvp-app-key"] !== FAKE_KEY) return ERROR_RESPONSES.unauthorized;
        return last === "bibles"
          ? youVersionList(fake.granted, query.get("page_token"))
          : youVersionPassage(last);
      default:
        return { status: 204, type: "text/plain", body: "" };
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;

  const fake: FakeBibleProviders = {
    bases: {
      ESV_API_BASE: `${origin}/esv`,
      NLT_API_BASE: `${origin}/nlt`,
      API_BIBLE_BASE: `${origin}/apibible`,
      API_BIBLE_REPORT_BASE: `${origin}/reports`,
      YOUVERSION_API_BASE: `${origin}/youversion`,
    },
    requests,
    granted: ["NKJV", "NIV", "NLT"],
    esvVerses: FAKE_VERSES,
    fail(name) {
      fault = name;
    },
    heal() {
      fault = null;
    },
    hold() {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return fake;
}

function isErrorResponse(fault: BibleFault): fault is keyof typeof ERROR_RESPONSES {
  return fault in ERROR_RESPONSES;
}
