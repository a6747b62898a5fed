import { useLocation } from "react-router";
import { channelNamed, firstChannel } from "#shared/live/channels.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { LANGUAGE_FACTS, LANGUAGES, localisedPath } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";

type PageHeadProps = {
  title: string;
  description: string;
  /** Image path without width; the default channel's poster when a page has none. */
  picture?: string;
  type?: "website" | "video.other" | "article";
  /** Search part of the canonical URL, for example "?v=…". */
  canonicalSearch?: string;
  /**
   * Search part of the shared URL where it differs from the canonical one: a verse of a chapter.
   */
  sharedSearch?: string;
  /** Keeps the page out of search engines (personal pages, 404). */
  isHidden?: boolean;
};

const SHARE_PICTURE_WIDTH = 1280;
const SHARE_PICTURE_HEIGHT = 720;

/** Title, description and canonical URL of one page; React moves them to the head. The server adds what crawlers read. */
export function PageHead({
  title,
  description,
  picture,
  type = "website",
  canonicalSearch = "",
  sharedSearch = canonicalSearch,
  isHidden = false,
}: PageHeadProps) {
  const { siteUrl, language, ministry } = useSite();
  const { pathname } = useLocation();
  const fullTitle = `${title} | ${ministry.name}`;
  const addressIn = (target: (typeof LANGUAGES)[number], search = canonicalSearch) =>
    `${siteUrl}${localisedPath(pathname, target)}${search}`;
  const canonical = addressIn(language);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isHidden && <meta name="robots" content="noindex" />}
      {!isHidden && <link rel="canonical" href={canonical} />}
      {/* Crawlers read the page that the server sends. */}
      {import.meta.env.SSR && (
        <>
          {!isHidden &&
            LANGUAGES.map((target) => (
              <link key={target} rel="alternate" hrefLang={target} href={addressIn(target)} />
            ))}
          <ShareTags
            title={title}
            description={description}
            picture={picture}
            type={type}
            address={isHidden ? null : addressIn(language, sharedSearch)}
          />
        </>
      )}
    </>
  );
}

type ShareTagsProps = Required<Pick<PageHeadProps, "title" | "description" | "type">> & {
  picture: string | undefined;
  address: string | null;
};

/** Card of a shared link. */
function ShareTags({ title, description, picture, type, address }: ShareTagsProps) {
  const { siteUrl, language, ministry, channelPosters } = useSite();
  const path = picture ?? channelNamed(channelPosters, firstChannel(ministry.channels));
  const image = `${siteUrl}${pictureAddress(path, SHARE_PICTURE_WIDTH, "jpg")}`;
  return (
    <>
      <meta property="og:site_name" content={ministry.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      {address !== null && <meta property="og:url" content={address} />}
      <meta property="og:locale" content={LANGUAGE_FACTS[language].locale.replace("-", "_")} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(SHARE_PICTURE_WIDTH)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE_HEIGHT)} />
      {/* Crawlers read the rest of the card from the tags above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Previews of shared links show about two lines. */
const SHARED_DESCRIPTION_CHARACTERS = 200;

/** Head of a page whose URL names a video: title and image are the video's. */
export function VideoHead({ video }: { video: Video }) {
  const { id, title, description, thumbnail } = video;
  const letters = Array.from(description.replace(/\s+/g, " "));
  const words = letters.slice(0, SHARED_DESCRIPTION_CHARACTERS).join("").trim();
  return (
    <PageHead
      title={title}
      description={words || title}
      picture={thumbnail}
      type="video.other"
      canonicalSearch={`?${VIDEO_PARAMETER}=${id}`}
    />
  );
}
