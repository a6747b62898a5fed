import type { ClipSpec } from "./clip-types.ts";

type Psalm = Pick<
  ClipSpec,
  "id" | "title" | "reference" | "publishedAt" | "picture" | "music" | "poster" | "scenes"
>;

function english(psalm: Psalm): ClipSpec {
  const description = `Words of ${psalm.reference} with quiet music. A verse film of the demonstration library.`;
  return { ...psalm, language: "en", category: "music", isOnDemandOnly: true, description };
}

function french(psalm: Psalm): ClipSpec {
  const description = `Paroles du ${psalm.reference} avec une musique calme. Un verset en images de la bibliothèque de démonstration.`;
  return { ...psalm, language: "fr", category: "music", isOnDemandOnly: true, description };
}

/** Verse films of single psalms: with them one category is longer than a page. */
export const PSALM_CLIPS: readonly ClipSpec[] = [
  english({
    id: "clip-how-excellent-is-thy-name",
    title: "How Excellent Is Thy Name",
    reference: "Psalm 8:1",
    publishedAt: "2026-01-04T10:00:00Z",
    picture: { motif: "nebula", palette: "violet-silk", seed: 3.1, particles: "stars" },
    music: { tonic: 60, chords: "1 4 6 5", voice: "harp" },
    poster: { layout: "left", lines: ["~How Excellent", "*Is Thy Name"] },
    scenes: [
      ["O LORD our Lord, how excellent", "is thy name", "in all the earth!"],
      ["who hast set thy glory", "above the heavens."],
    ],
  }),
  english({
    id: "clip-the-heavens-declare",
    title: "The Heavens Declare",
    reference: "Psalm 19:1",
    publishedAt: "2025-12-21T10:00:00Z",
    picture: { motif: "dawn", palette: "sapphire-silk", seed: 4.6, particles: "stars" },
    music: { tonic: 62, chords: "1 5 4 1", voice: "strings" },
    poster: { layout: "left", lines: ["~The Heavens", "*Declare"] },
    scenes: [
      ["The heavens declare", "the glory of God;"],
      ["and the firmament", "sheweth his handywork."],
    ],
  }),
  english({
    id: "clip-the-earth-is-the-lords",
    title: "The Earth Is the Lord’s",
    reference: "Psalm 24:1",
    publishedAt: "2025-12-14T10:00:00Z",
    picture: { motif: "mountains", palette: "gold-silk", seed: 1.6, particles: "none" },
    music: { tonic: 57, chords: "1 6 4 5", voice: "strings" },
    poster: { layout: "low", lines: ["~The Earth", "*Is the Lord’s"] },
    scenes: [
      ["The earth is the LORD'S,", "and the fulness thereof;"],
      ["the world, and they", "that dwell therein."],
    ],
  }),
  english({
    id: "clip-my-light-and-my-salvation",
    title: "My Light and My Salvation",
    reference: "Psalm 27:1",
    publishedAt: "2025-12-07T10:00:00Z",
    picture: { motif: "rays", palette: "gold-silk", seed: 2.7, particles: "none" },
    music: { tonic: 64, chords: "6 4 1 5", voice: "piano" },
    poster: { layout: "left", lines: ["*My Light", "~and My Salvation"] },
    scenes: [
      ["The LORD is my light", "and my salvation;", "whom shall I fear?"],
      ["the LORD is the strength", "of my life;", "of whom shall I be afraid?"],
    ],
  }),
  english({
    id: "clip-with-my-song-will-i-praise-him",
    title: "With My Song Will I Praise Him",
    reference: "Psalm 28:7",
    publishedAt: "2025-11-30T10:00:00Z",
    picture: { motif: "silk", palette: "sapphire-silk", seed: 6.1, particles: "none" },
    music: { tonic: 62, chords: "1 4 5 6", voice: "harp" },
    poster: { layout: "left", lines: ["~With My Song", "*Will I Praise Him"] },
    scenes: [
      ["The LORD is my strength", "and my shield;"],
      ["my heart trusted in him,", "and I am helped:"],
      ["therefore my heart", "greatly rejoiceth;", "and with my song will I praise him."],
    ],
  }),
  english({
    id: "clip-taste-and-see",
    title: "Taste and See",
    reference: "Psalm 34:8",
    publishedAt: "2025-11-23T10:00:00Z",
    picture: { motif: "glow", palette: "rose-morning", seed: 3.4, particles: "bokeh" },
    music: { tonic: 65, chords: "1 3 4 5", voice: "piano" },
    poster: { layout: "center", lines: ["*Taste", "~and See"] },
    scenes: [
      ["O taste and see", "that the LORD is good:"],
      ["blessed is the man", "that trusteth in him."],
    ],
  }),
  english({
    id: "clip-a-new-song-in-my-mouth",
    title: "A New Song in My Mouth",
    reference: "Psalm 40:3",
    publishedAt: "2025-11-16T10:00:00Z",
    picture: { motif: "silk", palette: "magenta-silk", seed: 9.2, particles: "none" },
    music: { tonic: 59, chords: "1 5 6 4", voice: "choir" },
    poster: { layout: "left", lines: ["*A New Song", "~in My Mouth"] },
    scenes: [
      ["And he hath put a new song", "in my mouth,", "even praise unto our God:"],
      ["many shall see it, and fear,", "and shall trust in the LORD."],
    ],
  }),
  english({
    id: "clip-as-the-hart",
    title: "As the Hart",
    reference: "Psalm 42:1",
    publishedAt: "2025-11-09T10:00:00Z",
    picture: { motif: "water", palette: "turquoise-bay", seed: 4.2, particles: "none" },
    music: { tonic: 57, chords: "6 4 1 5", voice: "harp" },
    poster: { layout: "low", lines: ["~As the", "*Hart"] },
    scenes: [
      ["As the hart panteth", "after the water brooks,"],
      ["so panteth my soul", "after thee, O God."],
    ],
  }),
  english({
    id: "clip-our-refuge-and-strength",
    title: "Our Refuge and Strength",
    reference: "Psalm 46:1",
    publishedAt: "2025-11-02T10:00:00Z",
    picture: { motif: "mountains", palette: "storm-blue", seed: 6.6, particles: "none" },
    music: { tonic: 55, chords: "1 6 4 5", voice: "strings" },
    poster: { layout: "left", lines: ["~Our Refuge", "*and Strength"] },
    scenes: [
      ["God is our refuge", "and strength,"],
      ["a very present help", "in trouble."],
    ],
  }),
  english({
    id: "clip-be-still-and-know",
    title: "Be Still, and Know",
    reference: "Psalm 46:10",
    publishedAt: "2025-10-26T10:00:00Z",
    picture: { motif: "sea", palette: "violet-sky", seed: 1.4, particles: "stars" },
    music: { tonic: 60, chords: "1 4 1 5", voice: "bells" },
    poster: { layout: "low", lines: ["*Be Still", "~and Know"] },
    scenes: [
      ["Be still, and know", "that I am God:"],
      ["I will be exalted", "among the heathen,", "I will be exalted in the earth."],
    ],
  }),
  english({
    id: "clip-create-in-me-a-clean-heart",
    title: "Create in Me a Clean Heart",
    reference: "Psalm 51:10",
    publishedAt: "2025-10-19T10:00:00Z",
    picture: { motif: "glow", palette: "plum-candle", seed: 5.2, particles: "none" },
    music: { tonic: 64, chords: "6 3 4 5", voice: "piano" },
    poster: { layout: "center", lines: ["~Create in Me", "*A Clean Heart"] },
    scenes: [
      ["Create in me", "a clean heart, O God;"],
      ["and renew a right spirit", "within me."],
    ],
  }),
  english({
    id: "clip-as-long-as-i-live",
    title: "As Long as I Live",
    reference: "Psalm 104:33",
    publishedAt: "2025-09-28T10:00:00Z",
    picture: { motif: "meadow", palette: "green-pasture", seed: 5.1, particles: "none" },
    music: { tonic: 65, chords: "1 4 5 1", voice: "harp" },
    poster: { layout: "left", lines: ["~As Long", "*as I Live"] },
    scenes: [
      ["I will sing unto the LORD", "as long as I live:"],
      ["I will sing praise to my God", "while I have my being."],
    ],
  }),
  english({
    id: "clip-from-whence-cometh-my-help",
    title: "From Whence Cometh My Help",
    reference: "Psalm 121:1-2",
    publishedAt: "2025-09-21T10:00:00Z",
    picture: { motif: "mountains", palette: "rose-morning", seed: 7.4, particles: "none" },
    music: { tonic: 60, chords: "1 6 4 5", voice: "piano" },
    poster: { layout: "left", lines: ["~From Whence", "*Cometh My Help"] },
    scenes: [
      ["I will lift up mine eyes", "unto the hills,", "from whence cometh my help."],
      ["My help cometh from the LORD,", "which made heaven and earth."],
    ],
  }),
  english({
    id: "clip-the-wings-of-the-morning",
    title: "The Wings of the Morning",
    reference: "Psalm 139:9-10",
    publishedAt: "2025-09-14T10:00:00Z",
    picture: { motif: "sea", palette: "gold-morning", seed: 8.1, particles: "none" },
    music: { tonic: 59, chords: "1 5 6 4", voice: "bells" },
    poster: { layout: "low", lines: ["~The Wings", "*of the Morning"] },
    scenes: [
      ["If I take the wings", "of the morning, and dwell in", "the uttermost parts of the sea;"],
      ["Even there", "shall thy hand lead me,", "and thy right hand shall hold me."],
    ],
  }),
  french({
    id: "clip-fr-comme-un-arbre-plante",
    title: "Comme un arbre planté",
    reference: "Psaume 1:3",
    publishedAt: "2026-01-18T10:00:00Z",
    picture: { motif: "meadow", palette: "harvest-field", seed: 2.8, particles: "none" },
    music: { tonic: 60, chords: "1 4 1 5", voice: "harp" },
    poster: { layout: "left", lines: ["~Comme un", "*arbre planté"] },
    scenes: [
      ["Il est comme un arbre", "planté près d’un courant d’eau,"],
      ["qui donne son fruit en sa saison,", "et dont le feuillage", "ne se flétrit point :"],
      ["Tout ce qu’il fait", "lui réussit."],
    ],
  }),
  french({
    id: "clip-fr-tu-es-avec-moi",
    title: "Tu es avec moi",
    reference: "Psaume 23:4",
    publishedAt: "2025-12-28T10:00:00Z",
    picture: { motif: "glow", palette: "violet-silk", seed: 7.3, particles: "none" },
    music: { tonic: 57, chords: "6 4 1 5", voice: "piano" },
    poster: { layout: "center", lines: ["~Tu es", "*avec moi"] },
    scenes: [
      ["Quand je marche dans la vallée", "de l’ombre de la mort,"],
      ["Je ne crains aucun mal,", "car tu es avec moi :"],
      ["Ta houlette et ton bâton", "me rassurent."],
    ],
  }),
  french({
    id: "clip-fr-le-bonheur-et-la-grace",
    title: "Le bonheur et la grâce",
    reference: "Psaume 23:6",
    publishedAt: "2025-12-20T10:00:00Z",
    picture: { motif: "silk", palette: "violet-silk", seed: 1.8, particles: "none" },
    music: { tonic: 62, chords: "1 6 4 5", voice: "strings" },
    poster: { layout: "left", lines: ["~Le bonheur", "*et la grâce"] },
    scenes: [
      ["Oui, le bonheur et la grâce", "m’accompagneront", "tous les jours de ma vie,"],
      ["Et j’habiterai", "dans la maison de l’Éternel", "jusqu’à la fin de mes jours."],
    ],
  }),
  french({
    id: "clip-fr-des-cris-de-joie",
    title: "Des cris de joie",
    reference: "Psaume 100:1-2",
    publishedAt: "2025-12-13T10:00:00Z",
    picture: { motif: "silk", palette: "magenta-silk", seed: 4.9, particles: "none" },
    music: { tonic: 64, chords: "1 5 4 5", voice: "harp" },
    poster: { layout: "left", lines: ["~Des cris", "*de joie"] },
    scenes: [
      ["Poussez vers l’Éternel", "des cris de joie, vous tous,", "habitants de la terre !"],
      ["Servez l’Éternel, avec joie,", "venez avec allégresse", "en sa présence !"],
    ],
  }),
  french({
    id: "clip-fr-entrez-dans-ses-portes",
    title: "Entrez dans ses portes",
    reference: "Psaume 100:4",
    publishedAt: "2025-12-06T10:00:00Z",
    picture: { motif: "rays", palette: "purple-gold", seed: 5.6, particles: "none" },
    music: { tonic: 60, chords: "1 4 6 5", voice: "choir" },
    poster: { layout: "left", lines: ["~Entrez", "*dans ses portes"] },
    scenes: [
      ["Entrez dans ses portes", "avec des louanges,"],
      ["Dans ses parvis", "avec des cantiques !"],
      ["Célébrez-le,", "bénissez son nom !"],
    ],
  }),
  french({
    id: "clip-fr-sa-bonte-dure-toujours",
    title: "Sa bonté dure toujours",
    reference: "Psaume 100:5",
    publishedAt: "2025-11-29T10:00:00Z",
    picture: { motif: "dawn", palette: "rose-morning", seed: 6.7, particles: "none" },
    music: { tonic: 65, chords: "1 3 4 5", voice: "piano" },
    poster: { layout: "left", lines: ["~Sa bonté", "*dure toujours"] },
    scenes: [
      ["Car l’Éternel est bon ;", "sa bonté dure toujours,"],
      ["Et sa fidélité", "de génération", "en génération."],
    ],
  }),
  french({
    id: "clip-fr-louez-l-eternel",
    title: "Louez l’Éternel",
    reference: "Psaume 150:1",
    publishedAt: "2025-11-22T10:00:00Z",
    picture: { motif: "halo", palette: "royal-blue", seed: 1.2, particles: "none" },
    music: { tonic: 62, chords: "1 5 6 4", voice: "strings" },
    poster: { layout: "right", lines: ["*Louez", "~l’Éternel"] },
    scenes: [
      ["Louez l’Éternel !", "Louez Dieu", "dans son sanctuaire !"],
      ["Louez-le dans l’étendue,", "où éclate sa puissance !"],
    ],
  }),
  french({
    id: "clip-fr-tout-ce-qui-respire",
    title: "Que tout ce qui respire loue l’Éternel",
    reference: "Psaume 150:6",
    publishedAt: "2025-11-15T10:00:00Z",
    picture: { motif: "silk", palette: "gold-silk", seed: 5.7, particles: "none" },
    music: { tonic: 64, chords: "1 4 5 1", voice: "choir" },
    poster: { layout: "left", lines: ["~Que tout", "*ce qui respire", "~loue l’Éternel"] },
    scenes: [["Que tout ce qui respire", "loue l’Éternel !"], ["Louez l’Éternel !"]],
  }),
];
