import type { CommonPasswords } from "#server/backend/settings.ts";

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

/** Passwords that members of a ministry choose first, besides those that everybody does. */
export const COMMON_PASSWORDS: CommonPasswords = {
  words: new Set(WORDS.trim().split(/\s+/)),
  literals: new Set(LITERALS.trim().split(/\s+/)),
};
