import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";

/** Passages of the plans by topic in pivot numbering: one row per day, one to three passages. */
const PASSAGES = {
  "fear-7": [
    "Isaiah 41:8-13; Deuteronomy 31:6-8",
    "Psalms 56; 1 Kings 19:1-8",
    "Psalms 23; John 10:11-15",
    "Mark 4:35-41; Psalms 107:23-31",
    "Matthew 6:25-34; Philippians 4:4-9",
    "Romans 8:31-39; Hebrews 2:14-18",
    "Joshua 1:1-9; Psalms 27; 1 John 4:16-19",
  ],
  "prayer-7": [
    "Matthew 6:5-15",
    "1 Samuel 1:9-18; Psalms 62",
    "Psalms 103; Luke 17:11-19",
    "Psalms 51:1-12; 1 John 1:5-10",
    "Luke 11:5-13; Luke 18:1-8",
    "Colossians 1:9-14; 1 Timothy 2:1-6; James 5:13-18",
    "Mark 14:32-42; Romans 8:26-28",
  ],
  "marriage-6": [
    "Genesis 2:18-25; Ecclesiastes 4:9-12",
    "1 Corinthians 13",
    "Ephesians 5:21-33; Philippians 2:1-5",
    "Ephesians 4:25-32; Proverbs 15:1-4; James 1:19-21",
    "Matthew 19:3-6; Hebrews 13:1-6; Song of Solomon 8:6-7",
    "Joshua 24:14-15; Psalms 128; Colossians 3:12-17",
  ],
  "forgiveness-5": [
    "Psalms 103:8-14; Isaiah 1:16-20",
    "Luke 15:11-24",
    "Matthew 18:21-35",
    "Romans 12:17-21; Genesis 50:15-21",
    "Matthew 5:21-24; 2 Corinthians 5:17-21; Colossians 3:12-15",
  ],
  "new-believers-7": [
    "John 3:1-17; Romans 5:6-11",
    "2 Corinthians 5:14-21; Ephesians 2:1-10",
    "Acts 8:26-39; Romans 6:1-11",
    "Matthew 7:7-11; Philippians 4:4-7",
    "Psalms 119:9-16; 2 Timothy 3:14-17; Matthew 7:24-27",
    "John 14:15-27; Galatians 5:16-25",
    "Acts 2:41-47; Hebrews 10:19-25; 1 Peter 2:4-10",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TopicPlanSlug = keyof typeof PASSAGES;

/** Returns whether a plan has a topic, and so a title for each day. */
export function isTopicPlan(slug: string): slug is TopicPlanSlug {
  return Object.hasOwn(PASSAGES, slug);
}

/** Returns the number of days of a plan by topic. */
export function topicLength(slug: TopicPlanSlug): number {
  return PASSAGES[slug].length;
}

/** Returns the passages of each day. */
export function topicPassages(slug: TopicPlanSlug): BibleReference[][] {
  return PASSAGES[slug].map((row) =>
    row.split("; ").flatMap((text) => {
      const reference = parseReference(text);
      return typeof reference === "string" ? [] : [reference];
    }),
  );
}
