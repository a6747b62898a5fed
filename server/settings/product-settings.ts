import type { AuthTexts, BucketPolicy, CommonPasswords, ProductSettings } from "@reign-tv/backend";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { mail as en } from "#shared/messages/en/mail.ts";
import { mail as fr } from "#shared/messages/fr/mail.ts";
import { POSTER_BUCKET, POSTER_SIZE, UPLOADED_POSTER } from "#shared/live/poster.domain.ts";

const TEXTS: Readonly<Record<Language, typeof en>> = { en, fr };
const [FIRST, ...OTHERS] = LANGUAGES;

/** Texts of the auth service's mails and pages, in every language of the product. */
export const AUTH_TEXTS: readonly [AuthTexts, ...AuthTexts[]] = [
  textsIn(FIRST),
  ...OTHERS.map(textsIn),
];

function textsIn(language: Language): AuthTexts {
  return { language, ...TEXTS[language] };
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Avatars of users: `{user id}-{milliseconds}.{format}`; the server encodes all of them again. */
const AVATARS: BucketPolicy = {
  namePattern: new RegExp(`^${UUID}-\\d{10,16}\\.(?:png|jpe?g|gif|webp)$`),
  image: {
    maxSidePixels: 512,
    maxInputPixels: 24_000_000,
    maxInputFrames: 1_000,
    maxOutputBytes: 1_048_576,
    timeoutSeconds: 5,
  },
  quota: { objects: 20, bytes: 20_971_520 },
  downloadName: (extension) => `avatar.${extension}`,
};

/** Posters of channels, which staff members' browsers have already made small. */
const POSTERS: BucketPolicy = {
  namePattern: UPLOADED_POSTER,
  image: {
    maxSidePixels: POSTER_SIZE.width,
    maxInputPixels: 24_000_000,
    maxInputFrames: 1,
    maxOutputBytes: 2_097_152,
    timeoutSeconds: 5,
  },
  quota: { objects: 500, bytes: 209_715_200 },
  downloadName: (extension) => `poster.${extension}`,
};

/** Rules of the buckets that `supabase/migrations` creates. */
export const BUCKET_POLICIES: ReadonlyMap<string, BucketPolicy> = new Map([
  ["avatars", AVATARS],
  [POSTER_BUCKET, POSTERS],
]);

/** Words of the faith, in the product's languages, and of the ministry's first home. */
const WORDS = `
jesus christ jesuschrist jesusislord jesuslovesme jesussaves jesusking godisgood godislove
godbless blessed blessing blessings bless faith hope grace glory gloria mercy praise worship
prayer pray church christian gospel bible holy holyspirit spirit savior saviour lord mylord
almighty messiah emmanuel immanuel hallelujah alleluia amen trinity shepherd disciple apostle
prophet prophecy pastor bishop deacon reverend ministry ministries miracle miracles salvation
redeemer redeemed victory kingdom zion israel jerusalem bethlehem nazareth galilee eden
paradise noah moses abraham isaac elijah elisha isaiah jeremiah ezekiel jonah solomon samson
gideon ruth esther mary martha naomi deborah luke john john316 psalm psalm23 psalm91 genesis
exodus proverbs revelation dieu dieuestbon seigneur eglise benediction priere gloire esperance
sauveur zimbabwe harare bulawayo mutare gweru masvingo shona ndebele
`;

const LITERALS = `
trustgod trustingod lovegod godfirst godisable ingodwetrust onegod mygod4me jesus4me jesus777
psalms23 john3:16 phil413
`;

/** Passwords that members of a ministry choose first, besides the usual ones. */
export const COMMON_PASSWORDS: CommonPasswords = {
  words: new Set(WORDS.trim().split(/\s+/)),
  literals: new Set(LITERALS.trim().split(/\s+/)),
};

/** Settings that this product passes to its generic backend. */
export const PRODUCT_SETTINGS: ProductSettings = {
  authTexts: AUTH_TEXTS,
  commonPasswords: COMMON_PASSWORDS,
  bucketPolicies: BUCKET_POLICIES,
};
