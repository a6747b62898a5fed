/** Said instead of a function's own fault, which the HTTP server would write to its client. */
const BROKEN_OFF = "The function's answer broke off";

/**
 * Keeps the fault of a function whose answer breaks off halfway out of that answer. Answers of
 * JSON come whole and pass as they are.
 */
export function guardResponse(response: Response, onFault: (error: unknown) => void): Response {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (isJson || response.body === null) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFault(error);
        controller.error(new Error(BROKEN_OFF));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
