/**
 * Seeds of the password blocklist, collected by hand for this project: words, names,
 * places, teams, brands and phrases. `common-passwords.ts` combines them into the list; a product
 * adds its own words (`CommonPasswords` of the settings).
 */
export const BASE_WORDS: readonly string[] = `
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
export const LITERAL_PASSWORDS: readonly string[] = `
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
