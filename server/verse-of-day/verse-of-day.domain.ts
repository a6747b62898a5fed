import { type BibleReference, parseReference } from "#shared/bible/bible-reference.ts";

/**
 * Verses of the day by month, in pivot numbering: well-known passages of one to four verses.
 * February has 29.
 */
const VERSES_BY_MONTH: readonly string[] = [
  `ISA 43:18-19; LAM 3:22-23; 2CO 5:17; PSA 90:12; JOS 1:9; PRO 3:5-6; JER 29:11; PSA 37:5;
   ISA 40:31; PHP 3:13-14; PSA 118:24; MAT 6:33; GEN 1:1; JHN 1:1-3; PSA 1:1-3; EXO 14:14;
   DEU 31:6; PSA 32:8; ISA 30:21; PRO 16:3; PSA 119:105; HEB 11:1; ROM 8:28; PSA 46:1;
   ISA 41:10; PSA 27:1; PHP 4:6-7; 1PE 5:7; MAT 11:28-30; JHN 14:27; PSA 121:1-2`,
  `JHN 3:16; 1JN 4:7-8; 1CO 13:4-7; ROM 5:8; JHN 15:13; 1JN 3:1; ROM 8:38-39; SNG 8:7;
   1JN 4:18-19; DEU 6:4-5; MAT 22:37-39; JHN 13:34-35; EPH 5:1-2; COL 3:14; PRO 17:17;
   1CO 13:13; PSA 36:7; ZEP 3:17; HOS 11:4; EPH 3:17-19; GAL 2:20; RUT 1:16; ECC 4:9-10;
   PRO 10:12; 1PE 4:8; LUK 6:35; ROM 13:8; JER 31:3; PSA 136:1`,
  `PSA 51:10-12; JOL 2:13; 2CH 7:14; MAT 6:9-10; 1JN 1:9; PSA 103:11-12; ISA 1:18; ISA 53:5;
   MIC 6:8; MAT 16:24-25; PSA 139:23-24; JAS 4:8; ISA 55:6-7; LUK 15:7; PSA 34:18; ACT 3:19;
   ROM 12:1-2; MAT 4:4; HEB 4:15-16; JAS 5:16; PSA 130:5-6; MRK 11:24; 1TH 5:16-18; LUK 11:9-10;
   PSA 145:18; JER 33:3; ROM 8:26; COL 4:2; PHP 2:5-8; MRK 10:45; LUK 23:34`,
  `JHN 11:25-26; 1CO 15:3-4; MAT 28:5-6; 1PE 1:3; ROM 6:4; 1CO 15:55-57; JHN 20:29; LUK 24:32;
   ROM 10:9; REV 1:17-18; COL 3:1-2; JHN 10:10; ROM 8:11; JOB 19:25-26; PSA 16:11; HOS 6:3;
   ISA 25:8; JHN 14:6; JHN 8:12; JHN 6:35; JHN 10:11; JHN 15:5; ACT 4:12; ROM 6:23; EPH 2:8-9;
   TIT 3:5; HEB 12:1-2; 1PE 2:24; GAL 6:14; 2CO 4:16-18`,
  `ACT 1:8; ACT 2:17; ROM 8:14-15; GAL 5:22-23; JHN 14:16-17; JHN 14:26; 2TI 1:7; EZK 36:26-27;
   ZEC 4:6; 1CO 3:16; 1CO 12:12-13; EPH 4:2-3; ACT 2:42; MAT 18:20; HEB 10:24-25; PSA 133:1;
   PRO 31:25-26; ISA 66:13; PSA 127:3; PRO 22:6; EPH 6:1-3; DEU 6:6-7; JOS 24:15; COL 3:12-13;
   COL 3:16; EPH 3:20-21; ISA 61:1; ROM 15:13; 2CO 3:17; JHN 7:37-38; GAL 6:2`,
  `PSA 19:1; PSA 8:3-4; PSA 100:1-3; PSA 150:6; PSA 95:1-2; PSA 34:8; PSA 103:1-3; NEH 8:10;
   HAB 3:17-18; PSA 30:5; PSA 28:7; GEN 1:27; GEN 1:31; PSA 139:13-14; PSA 24:1; COL 1:16-17;
   ROM 1:20; ISA 40:28-29; JER 17:7-8; MAT 5:14-16; PSA 63:3-4; PSA 84:10; PSA 96:2-3;
   PSA 145:8-9; REV 4:11; 1CH 16:34; EXO 15:2; ISA 12:2; PSA 147:3-4; PSA 40:1-3`,
  `PRO 1:7; PRO 4:23; PRO 18:10; PRO 15:1; PRO 27:17; PRO 11:25; PRO 19:21; PRO 16:9; PRO 12:25;
   PRO 14:26; JAS 1:5; JAS 1:17; JAS 1:22; JAS 3:17; ECC 3:1; ECC 12:13; ECC 3:11; PSA 119:11;
   PSA 119:9; 2TI 3:16-17; HEB 4:12; COL 3:23-24; 1CO 15:58; GAL 6:9; PSA 90:17; MAT 7:24-25;
   LUK 16:10; 1CO 9:24; PHP 4:8; PHP 4:13; PHP 4:19`,
  `PSA 23:1-3; PSA 23:4; PSA 91:1-2; PSA 91:11-12; PSA 46:10; PSA 56:3-4; PSA 55:22; PSA 62:1-2;
   PSA 18:2; PSA 27:13-14; PSA 31:24; PSA 37:23-24; PSA 37:3-4; PSA 73:26; PSA 94:19; PSA 118:6;
   PSA 42:11; PSA 121:7-8; PSA 125:1; PSA 126:5-6; ISA 26:3-4; ISA 43:1-2; ISA 54:10; ISA 54:17;
   ISA 49:15-16; NAM 1:7; DEU 33:27; 2CO 12:9; JHN 16:33; ROM 8:31-32; MAT 6:26`,
  `HEB 11:6; HEB 13:8; HEB 13:5-6; HEB 10:23; NUM 6:24-26; NUM 23:19; GEN 15:6; GEN 12:2-3;
   GEN 28:15; GEN 50:20; EXO 33:14; DEU 7:9; DEU 30:19-20; JOS 1:8; JOS 21:45; 1SA 16:7;
   1SA 2:2; 2SA 22:31; 2CH 16:9; 2CH 20:15; MAT 17:20; MAT 19:26; MRK 9:23; ROM 1:16-17;
   ROM 4:20-21; ROM 10:17; 2CO 1:20; 2CO 5:7; 2PE 3:9; 1JN 5:4`,
  `MAT 5:3-6; MAT 5:7-9; MAT 5:44-45; MAT 6:19-21; MAT 7:12; MAT 9:37-38; MAT 10:29-31;
   MAT 25:40; MRK 8:36; MRK 12:43-44; LUK 6:38; LUK 12:32; LUK 19:10; JHN 1:12; JHN 4:23-24;
   JHN 5:24; JHN 8:31-32; JHN 12:46; JHN 15:16; JHN 17:3; JHN 10:27-28; JHN 14:1-3; ACT 20:35;
   ROM 12:9-10; ROM 12:12; ROM 12:21; 1CO 1:18; 1CO 2:9; 1CO 16:13-14; EPH 4:32; EPH 1:7`,
  `PSA 100:4-5; EPH 5:20; COL 3:15; COL 2:6-7; PSA 92:1-2; PSA 116:1-2; PSA 34:1; PSA 86:5;
   2CO 9:7-8; 2CO 9:15; PRO 3:9-10; MAL 3:10; LUK 17:15-16; 1TI 6:6-8; HEB 13:15-16; JAS 1:2-4;
   JAS 1:12; ROM 5:3-5; ROM 8:18; 2CO 1:3-4; 2CO 4:8-9; 1PE 5:10; 2TH 3:3; 1TH 5:11; 2TI 4:7-8;
   1TI 4:12; REV 3:20; REV 21:3-4; LAM 3:25-26; PSA 71:18`,
  `ISA 9:2; ISA 11:1-2; ISA 40:3-5; ISA 40:8; JER 23:5; MIC 5:2; ISA 7:14; MAL 4:2; PSA 24:7-8;
   LUK 1:30-33; LUK 1:37; LUK 1:46-49; LUK 1:78-79; MAT 1:21; MAT 1:23; JHN 1:5; GAL 4:4-5;
   PHP 4:4-5; ROM 13:12; TIT 2:11; 1JN 4:9-10; 2CO 8:9; ISA 9:6; LUK 2:6-7; LUK 2:10-11;
   LUK 2:14; JHN 1:14; MAT 2:10-11; 1TI 1:15; PSA 90:1-2; PSA 65:11`,
];

export type VerseReference = BibleReference & { verses: { from: number; to: number } };

const LIST: readonly (readonly VerseReference[])[] = VERSES_BY_MONTH.map((month) =>
  month.split(";").map(readListed),
);

/**
 * Returns the verse of a calendar day in pivot numbering; the same every year.
 *
 * @param day as "2026-02-28"
 * @throws RangeError for a day that does not exist
 */
export function verseOfDay(day: string): VerseReference {
  const [, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const found = LIST[month - 1]?.[dayOfMonth - 1];
  if (!found) throw new RangeError(`${day} is no day`);
  return found;
}

function readListed(text: string): VerseReference {
  const reference = parseReference(text);
  if (typeof reference === "string" || reference.verses === null) {
    throw new Error(`${text} names no verse`);
  }
  return { ...reference, verses: reference.verses };
}
