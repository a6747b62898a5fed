/** A file to upload. */
type FileUpload = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  /** 0 to 1, as bytes are sent. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** The server's response; `status` 0 when there is none. */
type UploadAnswer = { status: number; text: string };

/** Sends a file and reports its progress, which fetch cannot. */
export function uploadFile(upload: FileUpload): Promise<UploadAnswer> {
  const { url, headers, body, onProgress, signal } = upload;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("loadend", () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
