import type { CommonPasswords } from "#backend/settings.ts";

/**
 * Seeds of the password blocklist, collected by hand: words, names, places, teams, brands
 * and phrases. The rules below extend them to about 85,000 passwords (words with tails, keyboard
 * walks, repeats) and all dates, without a binary file, a third-party licence or start-up time.
 * A product adds its own words (`CommonPasswords` of the settings).
 */
const BASE_WORDS: readonly string[] = `
password passw0rd pass passwd passcode secret login admin administrator root user guest test
tester testing demo sample default changeme welcome letmein master access account system server
computer internet website online google facebook youtube twitter instagram whatsapp android
iphone samsung nokia apple windows linux microsoft amazon netflix gmail hotmail yahoo email
mobile phone wifi router network security private public temp temporary qwerty azerty asdfgh
zxcvbn abc abcd abcdef iloveyou loveyou iloveu love lover loveme lovely mylove forever together
always baby babygirl babyboy babe sweet sweetie sweetheart honey sugar candy cookie cupcake
chocolate vanilla banana cherry orange lemon strawberry peaches pumpkin pepper ginger coffee
cheese butter pizza princess prince queen king angel angels devil heaven hell star stars
starlight moon moonlight sun sunshine sunny sunset rainbow summer winter spring autumn flower
flowers rose lily daisy jasmine butterfly ladybug dolphin tiger lion panther leopard cheetah
eagle falcon hawk dragon monkey horse pony puppy doggy doggie kitty kitten bunny rabbit bear
panda wolf fox shark snake spider turtle football soccer baseball basketball hockey tennis golf
rugby cricket boxing wrestling swimming arsenal chelsea liverpool manchester barcelona
realmadrid juventus milan bayern ajax dortmund cowboys yankees lakers steelers eagles rangers
packers raiders patriots giants dodgers redsox michael jordan lebron kobe ronaldo messi neymar
mbappe zidane beckham tyson federer hamilton superman batman spiderman ironman hulk thor marvel
avengers naruto pokemon pikachu sonic mario zelda minecraft fortnite roblox starwars jedi yoda
matrix hobbit gandalf hogwarts harrypotter simpsons snoopy garfield mickey minnie donald disney
barbie elsa shrek nemo bambi simba mufasa ferrari porsche mercedes bmw audi toyota honda yamaha
suzuki mustang corvette camaro harley guitar piano music dance dancer singer rock metal jazz
metallica nirvana beatles eminem rihanna beyonce shakira drake rocknroll freedom liberty
justice power energy thunder lightning storm phoenix shadow ghost killer hunter warrior soldier
ninja samurai pirate knight wizard magic mystic cosmic galaxy universe planet earth ocean river
mountain island beach forest diamond gold golden silver platinum crystal emerald ruby sapphire
pearl money dollar million rich lucky winner champion number hello goodbye thanks please
whatever nothing something trustno nobody everyone happy smile funny crazy cool awesome amazing
perfect beautiful pretty gorgeous handsome sexy family mother father mommy daddy mama papa
sister brother friend friends bestfriend children michelle jessica ashley nicole amanda
jennifer stephanie melissa samantha elizabeth rebecca sarah rachel hannah lauren megan emily
olivia sophia emma isabella victoria natalie vanessa danielle christine christina catherine
patricia barbara linda nancy karen sandra laura maria anna julia andrea monica veronica
alexandra alexander daniel david robert william richard joseph thomas charles christopher
matthew anthony mark steven andrew joshua kevin brian george edward ronald timothy jason
jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin
samuel gregory patrick jack dennis jerry tyler aaron adam nathan henry peter zachary kyle
walter ethan jeremy austin dylan logan mason oliver harry charlie oscar max buddy rocky bailey
maggie molly lucy bella sophie chloe zoe lola coco sasha misty smokey tigger ramon carlos
miguel antonio francisco pedro pablo diego fernando alejandro sergio rafael jean pierre michel
philippe nicolas francois laurent pascal thierry olivier christophe sebastien julien guillaume
antoine camille manon lea marine pauline mathilde charlotte juliette amelie sandrine nathalie
isabelle sylvie valerie martine monique brigitte caroline virginie celine motdepasse bonjour
bonsoir salut soleil doudou loulou chouchou coucou amour monamour jetaime bisous cheri cherie
princesse papillon chocolat vacances marseille paris lyon france toulouse bordeaux lille nantes
olympique poupette nounours tintin asterix ecole maison famille enfant merci bienvenue secret1
toujours jamais liberte etoile lumiere fleur licorne tortue dauphin chaton zambia lusaka malawi
botswana southafrica africa johannesburg pretoria capetown durban nigeria lagos ghana accra
kenya nairobi uganda kampala tanzania congo kinshasa cameroon ivory senegal dakar london
england britain scotland ireland america newyork chicago dallas houston miami texas florida
california boston canada toronto montreal australia sydney india china japan tokyo germany
berlin italy roma brazil mexico spain madrid portugal nicaragua blue green yellow purple violet
black white pink redred brown silver1 monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december birthday
christmas easter student teacher school college university doctor nurse police lawyer manager
office business company hospital project service support pilot driver farmer mechanic engineer
chandler joey ross phoebe tinkerbell snowball snowflake snowman icecream popcorn peanut
marshmallow muffin brownie oreo pepsi cocacola heineken guinness whiskey vodka tequila
`
  .trim()
  .split(/\s+/);

/** Passwords that no rule generates. */
const LITERAL_PASSWORDS: readonly string[] = `
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz@wsx zaq12wsx zaq1zaq1 qazwsx qazwsxedc q1w2e3r4 qweasd
qweasdzxc asdzxc asd123 zxc123 qwe123 abc123 a1b2c3 a1b2c3d4 aa123456 123qwe 123abc 123asd
12qwaszx 1234qwer qwer1234 asdf1234 pass1234 admin123 admin1234 root123 test1234 user1234
welcome1 letmein1 trustno1 ncc1701 thx1138 rush2112 8675309 5201314 1314520 520520 147852
147258 159753 357159 258456 13579 135790 24680 246810 102030 112233 11223344 1122334455 123321
1234321 654321 7654321 87654321 987654321 0987654321 123454321 121212 131313 141414 151515
212121 232323 696969 420420 666999 123654 123987 142536 010203 01020304 100200 11112222 111222
12121212 123123123 1234512345 12344321 iloveyou2 iloveyou3 fuckyou fuckoff asshole bullshit
bitch1 pussy1 hunter2 correcthorsebatterystaple passpass passphrase p4ssw0rd pa55word pa55w0rd
mypassword yourpassword newpassword oldpassword nopassword password1234 thepassword mypass123
dontknow whoknows letmeinnow openup opensesame abracadabra changeit changethis changeme1
secret123 superuser superadmin superstar supersecret sup3rs3cr3t default1 public123 private1
qwertyui qwertyuiop1 azertyuiop1 aqwzsx aqwzsxedc wxcvbn1 marseille13 paris75 psg75 om13013
doudoune loulou13 nicolas1 jetaime1 jtm123 cestmoi cestnous mot2passe motdepass motdepasse1
soleil1 chouchoux bonbon sandwich
`
  .trim()
  .split(/\s+/);

/** Suffixes that users append to a word. Trailing punctuation is ignored. */
const TAILS: ReadonlySet<string> = new Set(
  [
    ["", ..."0 1 2 3 4 5 6 7 8 9".split(" ")],
    "00 01 02 03 04 05 06 07 08 09 10 11 12 13 21 22 23 33 44 55 66 69 77 88 99".split(" "),
    "100 101 111 123 222 234 321 333 420 555 666 777 786 888 911 999 abc qwe".split(" "),
    "1234 12345 123456 4321 0000 1111 1122 7777 @1 @12 @123 @1234 #1".split(" "),
    Array.from({ length: 100 }, (_, index) => String(1940 + index)),
  ].flat(),
);
const LONGEST_TAIL_CHARACTERS = 6;

const KEYBOARD_ROWS = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "qwertzuiop",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1q2w3e4r5t6y7u8i9o0p",
  "zaq12wsxcde34rfvbgt56yhn",
  "147258369",
  "741852963",
  "159357",
  "789456123",
  "abcdefghijklmnopqrstuvwxyz",
];
const BOTH_DIRECTIONS = KEYBOARD_ROWS.flatMap((row) => [
  row,
  Array.from(row).toReversed().join(""),
]);
const SHORTEST_WALK_CHARACTERS = 3;

/** Characters that replace letters. */
const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

const DATE_YEARS = { first: 1930, last: 2039 };

const WORDS: ReadonlySet<string> = new Set(BASE_WORDS);
const LITERALS: ReadonlySet<string> = new Set(LITERAL_PASSWORDS);

/**
 * Returns true for a password that attackers try first, in any letter case.
 *
 * @param extra the product's additional words and passwords.
 */
export function isCommonPassword(password: string, extra: CommonPasswords): boolean {
  const lower = password.toLowerCase();
  const withoutSigns = lower.replace(/[!.?*#$]+$/, "");
  return [lower, withoutSigns].some(
    (text) =>
      LITERALS.has(text) ||
      extra.literals.has(text) ||
      isWordWithTail(text, extra.words) ||
      isWalk(text) ||
      isRepeat(text) ||
      isDate(text),
  );
}

/** "summer", "Summer2024", "p@ssw0rd1", "summersummer". */
function isWordWithTail(text: string, extra: ReadonlySet<string>): boolean {
  for (let length = 0; length <= Math.min(LONGEST_TAIL_CHARACTERS, text.length); length += 1) {
    const end = text.length - length;
    if (TAILS.has(text.slice(end)) && isWord(text.slice(0, end), extra)) return true;
  }
  return false;
}

function isWord(text: string, extra: ReadonlySet<string>): boolean {
  const half = text.slice(0, text.length / 2);
  const candidates = [text, undisguise(text), half + half === text ? half : text];
  return candidates.some((word) => WORDS.has(word) || extra.has(word));
}

function undisguise(text: string): string {
  return text.replaceAll(/./g, (sign) => LETTER_OF_SIGN[sign] ?? sign);
}

/** A run of a keyboard row: once, twice, or followed by "1" or "123". */
function isWalk(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  const candidates = [text, text.replace(/(1|123)$/, ""), half + half === text ? half : text];
  return candidates.some(
    (candidate) =>
      candidate.length >= SHORTEST_WALK_CHARACTERS &&
      BOTH_DIRECTIONS.some((row) => row.includes(candidate)),
  );
}

/** "aaaaaa", "121212", "abcabcabc". */
function isRepeat(text: string): boolean {
  return /^(.{1,3})\1{2,}$/.test(text);
}

/** A date of birth with six or eight digits, year first or last. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[./-]/g, "");
  if (/^\d{6}$/.test(digits)) {
    const first = Number(digits.slice(0, 2));
    const second = Number(digits.slice(2, 4));
    return isDayAndMonth(first, second) || isDayAndMonth(second, Number(digits.slice(4)));
  }
  if (!/^\d{8}$/.test(digits)) return false;
  const [one, two, three, four] = [0, 2, 4, 6].map((at) => Number(digits.slice(at, at + 2)));
  return (
    (isYear(digits.slice(4)) && isDayAndMonth(one, two)) ||
    (isYear(digits.slice(0, 4)) && isDayAndMonth(three, four))
  );
}

function isDayAndMonth(one = 0, other = 0): boolean {
  const smaller = Math.min(one, other);
  const larger = Math.max(one, other);
  return smaller >= 1 && smaller <= 12 && larger <= 31;
}

function isYear(text: string): boolean {
  const year = Number(text);
  return year >= DATE_YEARS.first && year <= DATE_YEARS.last;
}

/** Every word with every tail (for tests). */
export function* listCommonPasswords(extra: CommonPasswords): Generator<string> {
  yield* [...LITERALS, ...extra.literals];
  for (const word of [...WORDS, ...extra.words]) for (const tail of TAILS) yield word + tail;
}
