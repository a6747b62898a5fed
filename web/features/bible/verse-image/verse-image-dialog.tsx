import { Download, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import {
  drawVerseImage,
  VERSE_IMAGE_BACKGROUNDS,
  type VerseImageBackground,
} from "./draw-verse-image.ts";
import {
  VERSE_IMAGE_SHAPES,
  type VerseImageShape,
  type Quotation,
  quotedText,
} from "./verse-image.domain.ts";
import { downloadBlob } from "#web/lib/download-blob.ts";
import { reportError } from "#web/lib/report-error.ts";
import { openShareSheet } from "#web/lib/sharing.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";

const GROUNDS: readonly VerseImageBackground[] = ["crown", "dawn", "night", "field"];

/** The current image, or the reason why there is none. */
type Drawn =
  | { state: "making" | "tooLong" | "failed" }
  | { state: "ready"; file: File; url: string };

type VerseImageDialogProps = { quotation: Quotation; onClose: () => void };

/**
 * An image of some verses in the chosen format and colours; it never leaves the device by itself.
 */
export function VerseImageDialog({ quotation, onClose }: VerseImageDialogProps) {
  const texts = useTexts(versePictureMessages);
  const [shape, setShape] = useState<VerseImageShape>("square");
  const [ground, setGround] = useState<VerseImageBackground>("crown");
  const drawn = usePicture(quotation, shape, ground);
  return (
    <FormDialog title={texts.title} closeLabel={texts.close} onClose={onClose}>
      <div className="flex min-h-72 items-center justify-center rounded-card bg-raised p-3">
        {drawn.state === "ready" ? (
          <img
            src={drawn.url}
            alt={`${quotedText(quotation)} ${quotation.reference}`}
            className="max-h-80 max-w-full rounded-card"
          />
        ) : (
          <p role={drawn.state === "making" ? "status" : "alert"}>{texts[drawn.state]}</p>
        )}
      </div>
      <Choices
        label={texts.shape}
        name="picture-shape"
        values={VERSE_IMAGE_SHAPES}
        names={texts.shapes}
        chosen={shape}
        onChoose={setShape}
      />
      <Choices
        label={texts.ground}
        name="picture-ground"
        values={GROUNDS}
        names={texts.grounds}
        chosen={ground}
        onChoose={setGround}
        colours={VERSE_IMAGE_BACKGROUNDS}
      />
      {drawn.state === "ready" && <HandOver file={drawn.file} title={quotation.reference} />}
    </FormDialog>
  );
}

function usePicture(
  quotation: Quotation,
  shape: VerseImageShape,
  ground: VerseImageBackground,
): Drawn {
  const { ministry } = useSite();
  const { fileName } = useTexts(versePictureMessages);
  const [drawn, setDrawn] = useState<Drawn>({ state: "making" });
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    async function draw(): Promise<Drawn> {
      const blob = await drawVerseImage({ quotation, shape, ground, ministryName: ministry.name });
      if (!blob) return { state: "tooLong" };
      const file = new File([blob], `${fileName}.jpg`, { type: blob.type });
      url = URL.createObjectURL(file);
      return { state: "ready", file, url };
    }
    function forget() {
      if (url !== null) URL.revokeObjectURL(url);
    }
    async function show() {
      const made = await draw().catch((error: unknown): Drawn => {
        reportError(error);
        return { state: "failed" };
      });
      if (isCurrent) setDrawn(made);
      else forget();
    }
    void show();
    return () => {
      isCurrent = false;
      forget();
    };
  }, [quotation, shape, ground, ministry.name, fileName]);
  return drawn;
}

type ChoicesProps<Value extends string> = {
  label: string;
  name: string;
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
  /** Gradient shown before the name. */
  colours?: Readonly<Record<Value, readonly [string, string]>>;
};

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, name, values, names, chosen, onChoose, colours } = props;
  return (
    <fieldset className="mt-4">
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4">
        {values.map((value) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="size-5 accent-brand"
            />
            {colours && (
              <span
                aria-hidden
                className="size-6 rounded-full"
                style={{ background: `linear-gradient(135deg, ${colours[value].join(", ")})` }}
              />
            )}
            <span>{names[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Shares the image by the device's share sheet where that accepts files; always offers a download.
 */
function HandOver({ file, title }: { file: File; title: string }) {
  const texts = useTexts(versePictureMessages);
  const shared = { files: [file], title };
  const canShare = "canShare" in navigator && navigator.canShare(shared);
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {canShare && (
        <button
          type="button"
          className={buttonStyle("brand")}
          onClick={() => void openShareSheet(shared)}
        >
          <Share2 aria-hidden className="size-4" />
          {texts.share}
        </button>
      )}
      <button
        type="button"
        className={buttonStyle(canShare ? "outline" : "brand")}
        onClick={() => downloadBlob(file, file.name)}
      >
        <Download aria-hidden className="size-4" />
        {texts.download}
      </button>
    </div>
  );
}
