import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { typeOfBytes } from "./image-format.domain.ts";

/** Header of a JPEG of 320 x 180 pixels. */
const JPEG_HEX = "ffd8ffe000104a46494600010100000100010000ffc000110800b4014003012200";

/** Runs in a child process in which sharp cannot be loaded, as on a processor without x86-64-v2. */
const PROGRAM = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name === "sharp") throw new Error("Unsupported CPU: Prebuilt binaries require v2 microarchitecture");
      return next(name, context);
    },
  });
  await import("#server/compose-app.ts");
  const { loadSharp } = await import("@reign-tv/kit/load-sharp.ts");
  const { renderImage } = await import("./packages/backend/storage/images/render-image.ts");
  const { encodeImage } = await import("./packages/backend/storage/uploads/image-encode.ts");
  const { createImageEncoder, measureImage } = await import("#server/media/images/image-encoder.ts");
  const { createImageRenderer } = await import("#server/media/images/image-service.ts");
  const jpeg = Buffer.from("${JPEG_HEX}", "hex");
  const warnings = [];
  let writes = 0;
  const cache = { read: async () => null, write: async () => { writes += 1; } };
  const log = { warn: (_, message) => warnings.push(message) };
  const renderer = createImageRenderer({ cache, encoder: createImageEncoder(), log });
  const source = { folder: "own/a", isChanging: false, originalKey: () => null, load: async () => jpeg };
  const pictures = [];
  for (const format of ["webp", "avif"]) pictures.push((await renderer.render(source, 320, format)).bytes.toString("hex"));
  const words = (error) => error.name + ": " + error.message;
  console.log(JSON.stringify({
    pictures,
    writes,
    warnings,
    load: await loadSharp().catch(words),
    size: await measureImage(jpeg),
    noSize: await measureImage(Buffer.from("no picture")),
    upload: await encodeImage({ path: "a.jpg", head: jpeg.subarray(0, 12) }, "a.jpg", {}).catch(words),
    rendering: await renderImage(jpeg, { resize: "cover" }).catch(words),
  }));
`;

it("starts without sharp, serves originals and rejects new images", () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  const result = JSON.parse(stdout);
  const hint = expect.stringMatching(/^ImageLibraryError: .*Unsupported CPU.*x86-64-v2 or later/);
  expect(result).toMatchObject({
    pictures: [JPEG_HEX, JPEG_HEX],
    writes: 0,
    load: hint,
    size: { format: "jpeg", width: 320, height: 180 },
    noSize: null,
    upload: expect.stringContaining("StorageError: This server cannot take pictures"),
    rendering: hint,
  });
  expect(result.warnings).toHaveLength(1);
}, 30_000);

it("reads the type of an original from its bytes", () => {
  expect(typeOfBytes(Buffer.from(JPEG_HEX, "hex"))).toBe("image/jpeg");
  expect(typeOfBytes(Buffer.from("RIFF1234WEBPVP8 "))).toBe("image/webp");
  expect(typeOfBytes(Buffer.from("<svg></svg>"))).toBeNull();
});
