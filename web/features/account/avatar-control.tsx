import { useQueryClient } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { useLoadSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import {
  AVATAR_EXTENSIONS,
  type AvatarFailure,
  avatarProblem,
  avatarSource,
  uploadAvatar,
} from "./avatar.data.ts";
import { awayText, type Failure, NETWORK_FAILURE } from "./result.ts";
import { profileKey } from "./profile.data.ts";

type AvatarControlProps = {
  userId: string;
  avatarUrl: string | null;
  /** Shown when there is no image. */
  initial: string;
};

type RunningUpload = { share: number; controller: AbortController };

/** Profile image and the control that replaces it; disabled during an upload. */
export function AvatarControl({ userId, avatarUrl, initial }: AvatarControlProps) {
  const texts = useTexts(profileMessages);
  const { errors } = useMessages();
  const site = useSite();
  const loadSession = useLoadSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const inputRef = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<RunningUpload | null>(null);

  function fail(text: string) {
    toast({ tone: "danger", title: texts.uploadFailed, text });
  }

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    const problem = avatarProblem(file);
    if (problem !== null || !file) {
      fail(texts.avatar[problem ?? "avatarMissing"]);
      event.target.value = "";
      return;
    }
    const controller = new AbortController();
    setUpload({ share: 0, controller });
    const session = await loadSession().catch(() => null);
    if (!session) return finish({ step: "upload-failed", failure: NETWORK_FAILURE });
    const result = await uploadAvatar({
      session,
      userId,
      file,
      previousUrl: avatarUrl,
      onProgress: (share) => setUpload({ share, controller }),
      signal: controller.signal,
    });
    await queryClient.invalidateQueries({ queryKey: profileKey(userId) });
    finish(result.ok ? null : result.failure);
  }

  function finish(failure: AvatarFailure | null) {
    setUpload(null);
    if (inputRef.current) inputRef.current.value = "";
    if (failure) report(failure);
    else toast({ tone: "done", title: texts.avatarUpdated, text: texts.avatarUpdatedText });
  }

  function report(failure: AvatarFailure) {
    const textOf = ({ code, message }: Failure) =>
      code === "network" ? awayText(errors) : message;
    switch (failure.step) {
      case "cancelled":
        return toast({ tone: "done", title: texts.uploadCancelled });
      case "bucket-failed":
        return fail(texts.bucketFailed);
      case "upload-failed":
        return fail(texts.uploadFailedWith(textOf(failure.failure)));
      case "profile-failed":
        return fail(texts.updateFailedWith(textOf(failure.failure)));
    }
  }

  return (
    <div className="flex shrink-0 flex-col items-center gap-3">
      <AvatarImage key={avatarUrl} src={avatarSource(site, avatarUrl)} initial={initial} />
      <input
        ref={inputRef}
        type="file"
        accept={Object.keys(AVATAR_EXTENSIONS).join(",")}
        hidden
        disabled={upload !== null}
        onChange={(event) => void handleFile(event)}
      />
      <button
        type="button"
        disabled={upload !== null}
        onClick={() => inputRef.current?.click()}
        className={buttonStyle("outline")}
      >
        <Camera aria-hidden className="size-4" />
        <span>{upload ? texts.uploading : texts.changePicture}</span>
      </button>
      {upload && (
        <div className="flex items-center gap-2">
          <ProgressBar share={upload.share} label={texts.uploadProgress} className="w-28" />
          <button
            type="button"
            onClick={() => upload.controller.abort()}
            className="min-h-11 text-sm font-semibold text-brand hover:underline"
          >
            {texts.cancelUpload}
          </button>
        </div>
      )}
    </div>
  );
}

function AvatarImage({ src, initial }: { src: string | null; initial: string }) {
  const { avatarAlt } = useTexts(profileMessages);
  const [isBroken, setIsBroken] = useState(false);
  if (src === null || isBroken) {
    return (
      <span
        aria-hidden
        className="flex size-28 items-center justify-center rounded-full bg-brand text-5xl font-bold text-on-brand"
      >
        {initial}
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={avatarAlt}
      width={112}
      height={112}
      onError={() => setIsBroken(true)}
      className="size-28 rounded-full bg-raised object-cover"
    />
  );
}
