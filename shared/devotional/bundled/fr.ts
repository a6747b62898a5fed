import type { DevotionalEntry } from "#shared/devotional/devotional.ts";

/** The thirty devotionals that come with the product, in French; verses from Louis Segond, 1910. */
export const devotionals: readonly DevotionalEntry[] = [
  {
    day: 1,
    title: "Marcher dans le dessein de Dieu",
    verse:
      "« Car je connais les projets que j’ai formés sur vous, dit l’Éternel, projets de paix et non de malheur, afin de vous donner un avenir et de l’espérance. » — Jérémie 29:11 (LSG)",
    content: [
      "Ces paroles ont d’abord rejoint des gens loin de chez eux. Ils avaient perdu leur ville, leur travail, presque tous leurs projets, et certains leur promettaient une issue rapide. Dieu leur promettait mieux : ses propres pensées à leur égard, des projets de paix, gardés intacts à travers toutes les années d’attente.",
      "Le dessein de Dieu n’est pas d’abord une tâche à découvrir. C’est Quelqu’un qui nous connaît et qui ne change pas d’avis. Parce que ses projets sont bons, les petits devoirs de ce jour entrent dans une histoire plus grande : le repas que l’on prépare, le voisin que l’on salue, le travail honnête que personne n’applaudit.",
      "Vous n’avez pas besoin de voir toute la route. Offrez à Dieu le prochain pas, et faites-le avec lui. Père, je me fie à tes pensées plus qu’aux miennes. Conduis-moi aujourd’hui dans ton dessein, et que tout ce que je ferai, petit ou grand, te réjouisse. Amen.",
    ].join("\n\n"),
  },
  {
    day: 2,
    title: "La foi plus forte que la peur",
    verse:
      "« Ne t’ai-je pas donné cet ordre : Fortifie-toi et prends courage ? Ne t’effraie point et ne t’épouvante point, car l’Éternel, ton Dieu, est avec toi dans tout ce que tu entreprendras. » — Josué 1:9 (LSG)",
    content: [
      "Moïse était mort, le fleuve barrait la route, et Josué devait conduire un peuple qui avait pleuré quarante ans dans le désert. Dieu ne lui a pas dit que sa peur était ridicule. Il lui a donné une raison d’avancer malgré elle : l’Éternel, ton Dieu, est avec toi.",
      "Dans l’Écriture, le courage n’est jamais un sentiment qu’il faudrait fabriquer. C’est une obéissance qui s’appuie sur une présence. La peur demande : « Et si… ? » La foi répond : « Même alors, Dieu est là. » L’ordre d’être fort vient donc avec la promesse qui le rend possible.",
      "Nommez aujourd’hui ce qui vous effraie. Dites-le simplement à Dieu, puis prononcez ce verset sur cette crainte. Peut-être tremblerez-vous encore ; avancez quand même. Celui qui vous appelle est déjà là où il vous envoie. Seigneur, tu es avec moi. Cela suffit pour ce jour. Amen.",
    ].join("\n\n"),
  },
  {
    day: 3,
    title: "Le berger qui demeure",
    verse: "« L’Éternel est mon berger : je ne manquerai de rien. » — Psaume 23:1 (LSG)",
    content: [
      "David connaissait les brebis. Il les avait comptées au crépuscule, il avait porté les plus faibles et s’était tenu entre elles et le lion. Pour parler de Dieu, il n’a pas choisi l’image d’un roi lointain, mais le métier de ses propres mains. L’Éternel est mon berger : ce petit mot, « mon », contient tout le psaume.",
      "Une brebis ne vit pas bien parce qu’elle est habile. Elle vit bien parce que quelqu’un veille. Dire « je ne manquerai de rien », ce n’est pas dire que rien ne fera jamais défaut ; c’est dire que celui qui me conduit sait ce qu’il me faut, et quand.",
      "Peut-être essayez-vous d’être votre propre berger : prévoir, surveiller, sans jamais vous reposer vraiment. Laissez-vous conduire aujourd’hui. Mangez ce qu’il donne, arrêtez-vous quand il dit de se reposer, et suivez sa voix au prochain tournant. Bon Berger, je suis à toi. Conduis-moi. Amen.",
    ].join("\n\n"),
  },
  {
    day: 4,
    title: "Aimés sans mesure",
    verse:
      "« Car Dieu a tant aimé le monde qu’il a donné son Fils unique, afin que quiconque croit en lui ne périsse point, mais qu’il ait la vie éternelle. » — Jean 3:16 (LSG)",
    content: [
      "Certaines paroles sont si connues que nous ne les entendons plus. Lisez ce verset lentement, et laissez-le redevenir une nouvelle. Dieu a aimé : avant que personne ne le demande. Le monde : non pas un monde meilleur, mais celui-ci, avec ses blessures et ses errances. Il a donné : un amour qui reste un sentiment ne coûte rien, mais cet amour-là a donné son Fils.",
      "Vient alors un mot assez large pour vous : quiconque. Aucune liste d’exceptions ne le suit, aucune note en bas de page sur votre passé. La seule main qui reste vide est celle qui ne veut pas s’ouvrir.",
      "Si vous le savez depuis des années, laissez cet amour vous réchauffer de nouveau. Si c’est nouveau pour vous, répondez par la plus simple des prières : Seigneur Jésus, je te crois. Pardonne-moi et donne-moi ta vie. Puis portez cet amour à une personne qui se croit oubliée. Amen.",
    ].join("\n\n"),
  },
  {
    day: 5,
    title: "Un sentier aplani",
    verse:
      "« Confie-toi en l’Éternel de tout ton cœur, et ne t’appuie pas sur ta sagesse ; reconnais-le dans toutes tes voies, et il aplanira tes sentiers. » — Proverbes 3:5-6 (LSG)",
    content: [
      "Nous aimons comprendre avant de faire confiance. Dieu nous invite souvent à faire l’inverse. S’appuyer est une question de poids : sur quoi le faisons-nous reposer ? Notre propre sagesse est une bonne servante, mais c’est un bâton bien mince pour le poids d’une vie entière.",
      "Le reconnaître dans toutes nos voies, c’est aussi le reconnaître dans les plus ordinaires : le message avant de l’envoyer, l’argent avant de le dépenser, le projet avant qu’il ne devienne fierté. Il suffit d’un instant pour dire : « Seigneur, cela aussi est à toi. » Mille instants comme celui-là font un chemin.",
      "Remarquez la promesse : il aplanira. Pas toujours vite, pas toujours là où nous l’attendions, mais vraiment. Si vous êtes aujourd’hui à un carrefour, faites le bien que vous connaissez déjà, et laissez-lui le tournant. Père, je m’appuie sur toi de tout mon cœur. Aplanis mon sentier. Amen.",
    ].join("\n\n"),
  },
  {
    day: 6,
    title: "De la force pour tout",
    verse: "« Je puis tout par celui qui me fortifie. » — Philippiens 4:13 (LSG)",
    content: [
      "Paul écrit ces mots enchaîné. Il ne se vante pas de gagner toutes les courses ; il dit qu’il a appris à vivre content dans l’abondance comme dans la disette, loué ou oublié. « Tout », ce sont toutes les sortes de jours, et le secret de toutes ces sortes de jours, c’est Christ.",
      "Quel soulagement ! On ne vous demande pas d’être fort par vous-même. On vous demande de rester près de celui qui fortifie. Sa force vient d’ordinaire à la mesure de la tâche, et non d’avance : du pain pour aujourd’hui, du courage pour cette conversation, de la patience pour cet enfant.",
      "Qu’avez-vous devant vous qui semble trop lourd ? Ne priez pas seulement pour que ce soit plus léger. Priez que Christ soit fort en vous pendant que vous le portez. Puis commencez : vous le trouverez déjà à l’œuvre. Seigneur Jésus, sois ma force dans l’abondance et dans le besoin. Amen.",
    ].join("\n\n"),
  },
  {
    day: 7,
    title: "La paix qui monte la garde",
    verse:
      "« Ne vous inquiétez de rien ; mais en toute chose faites connaître vos besoins à Dieu par des prières et des supplications, avec des actions de grâces. Et la paix de Dieu, qui surpasse toute intelligence, gardera vos cœurs et vos pensées en Jésus-Christ. » — Philippiens 4:6-7 (LSG)",
    content: [
      "L’inquiétude parle en rond. Elle repose à minuit la question de midi, et n’attend jamais la réponse. Paul ne gronde pas le cœur inquiet ; il lui donne une autre conversation. En toute chose, dit-il, faites connaître vos besoins à Dieu.",
      "Trois choses vont ici ensemble : demander, supplier, remercier. Demander nomme le besoin. Supplier dit jusqu’où il descend. Remercier se souvient de celui qui écoute. La paix vient ensuite, et elle vient comme un soldat qui veille à la porte du cœur et des pensées.",
      "Cette paix surpasse toute intelligence ; elle n’a donc pas besoin d’attendre que tout soit expliqué. Prenez le souci qui est revenu le plus souvent cette semaine. Faites-en une phrase qui commence par « Père ». Ajoutez un merci sincère. Puis laissez le gardien faire son travail. Seigneur, garde mon cœur et mes pensées en Jésus-Christ. Amen.",
    ].join("\n\n"),
  },
  {
    day: 8,
    title: "Du repos pour les fatigués",
    verse:
      "« Venez à moi, vous tous qui êtes fatigués et chargés, et je vous donnerai du repos. » — Matthieu 11:28 (LSG)",
    content: [
      "Jésus ne dit pas : « Venez quand vous irez mieux. » Il n’appelle ni les forts, ni les gens en ordre, ni ceux qui ont tout achevé. Il appelle les fatigués et les chargés, et il les appelle à lui : non à un programme, non à une charge de plus, mais à Quelqu’un de doux et d’humble de cœur.",
      "Il existe une fatigue que le sommeil ne guérit pas. Elle vient de la culpabilité, de l’opinion des autres, ou de la crainte que tout dépende de nous. C’est ce fardeau-là qu’il veut ôter. Son repos n’est pas l’oisiveté ; c’est le travail aux côtés d’un plus fort, sous le joug qu’il porte avec nous.",
      "Venez donc tel que vous êtes. Restez une minute en silence et dites-lui ce que vous avez porté. Nul besoin de belles paroles. Seigneur Jésus, je suis fatigué. Je viens à toi. Apprends à mon âme le repos, et fais-moi marcher à ton pas. Amen.",
    ].join("\n\n"),
  },
  {
    day: 9,
    title: "Toutes choses ensemble",
    verse:
      "« Nous savons, du reste, que toutes choses concourent au bien de ceux qui aiment Dieu, de ceux qui sont appelés selon son dessein. » — Romains 8:28 (LSG)",
    content: [
      "Ce verset ne dit pas que toutes choses sont bonnes. L’Écriture parle avec franchise du deuil, de l’injustice et de la perte ; Jésus lui-même a pleuré devant un tombeau. Elle dit que Dieu agit en toutes choses, et que ses mains ne sont jamais vides, quoi qu’on y ait déposé.",
      "Pensez au pain. La farine seule est sèche, le sel seul est amer, et le four n’a rien de tendre. Ensemble, dans les mains de quelqu’un qui sait ce qu’il prépare, ils deviennent nourriture. Nous voyons les ingrédients. Dieu voit le pain, et il veut en nourrir d’autres que nous.",
      "Vous ne comprenez peut-être pas aujourd’hui pourquoi une porte s’est fermée. On ne vous demande pas d’appeler bonne la douleur ; vous êtes invité à vous fier à celui qui est bon. Tenez-vous à son amour et faites le prochain pas fidèle. Père, accomplis ton bien jusqu’ici, et rends-moi semblable à ton Fils. Amen.",
    ].join("\n\n"),
  },
  {
    day: 10,
    title: "Comme les aigles",
    verse:
      "« Mais ceux qui se confient en l’Éternel renouvellent leur force. Ils prennent le vol comme les aigles ; ils courent, et ne se lassent point, ils marchent, et ne se fatiguent point. » — Ésaïe 40:31 (LSG)",
    content: [
      "Même les jeunes gens se fatiguent, dit Ésaïe juste avant ce verset. Notre propre force a un fond, et tôt ou tard chacun le touche. Ce n’est pas un échec. C’est l’endroit où commence une autre force.",
      "Se confier en l’Éternel, ce n’est pas s’asseoir et ne rien faire. C’est regarder vers lui avec attente, comme la sentinelle guette le matin. L’aigle ne gagne pas les hauteurs par le seul effort ; il déploie ses ailes et se fie au vent qui est déjà là.",
      "Voyez comment la promesse s’achève : non par le vol, mais par la marche. La plupart de nos jours sont des jours de marche, et la grâce de marcher n’est pas un moindre miracle. Si vous êtes las, étendez devant Dieu ce que vous avez, et attendez-le encore un peu. Seigneur, renouvelle ma force. Que je vole, que je coure ou que je marche seulement, que ce soit avec toi. Amen.",
    ].join("\n\n"),
  },
  {
    day: 11,
    title: "C’est ici la journée",
    verse:
      "« C’est ici la journée que l’Éternel a faite : qu’elle soit pour nous un sujet d’allégresse et de joie ! » — Psaume 118:24 (LSG)",
    content: [
      "Hier est dans la miséricorde de Dieu et demain est entre ses mains. Ce qui a été déposé dans les nôtres, c’est ce jour. Le psalmiste ne dit pas : « Nous nous réjouirons quand l’épreuve sera finie. » Il regarde le matin qui est devant lui et l’appelle l’œuvre de l’Éternel.",
      "Une telle joie est une décision avant d’être une humeur. Elle remarque : la lumière sur un mur, l’eau dans une tasse, l’ami qui répond, le souffle venu sans qu’on le demande. La gratitude ouvre les yeux, et des yeux ouverts trouvent davantage de raisons de remercier.",
      "Certains jours sont difficiles à accueillir. Il faut peut-être le dire avec des larmes : c’est aussi la journée que l’Éternel a faite, et il ne l’a pas quittée. Cherchez-le en elle. Notez trois dons avant le soir. Seigneur, merci pour aujourd’hui. Je le reçois de ta main et je m’en réjouirai. Amen.",
    ].join("\n\n"),
  },
  {
    day: 12,
    title: "Nouvelles chaque matin",
    verse:
      "« Les bontés de l’Éternel ne sont pas épuisées, ses compassions ne sont pas à leur terme ; elles se renouvellent chaque matin. Oh ! que ta fidélité est grande ! » — Lamentations 3:22-23 (LSG)",
    content: [
      "Ces lignes se trouvent au milieu d’un livre de larmes. La ville était en cendres, et l’auteur avait dit tout ce qu’on peut dire du chagrin. Alors il s’est souvenu d’une chose plus forte que les ruines : les compassions de l’Éternel ne sont pas à leur terme.",
      "La miséricorde ressemble au pain qu’Israël ramassait dans le désert. On ne pouvait pas en faire provision, parce que ce n’était pas nécessaire ; il était de nouveau là à l’aube. Dieu ne vous donne pas aujourd’hui la grâce de l’an prochain. Il donne ce que ce jour demandera, et il le donne frais.",
      "Ne mesurez donc pas la route à la force d’hier. Si vous avez trébuché, la compassion de ce matin n’est pas un reste de la veille. Levez-vous, lavez votre visage et recommencez. Sa fidélité est grande, même quand la nôtre a été petite. Seigneur, que je commence ce jour dans ta bonté. Amen.",
    ].join("\n\n"),
  },
  {
    day: 13,
    title: "Que votre lumière luise",
    verse:
      "« Que votre lumière luise ainsi devant les hommes, afin qu’ils voient vos bonnes œuvres, et qu’ils glorifient votre Père qui est dans les cieux. » — Matthieu 5:16 (LSG)",
    content: [
      "Une lampe ne s’efforce pas de briller. Elle brûle parce qu’on l’a allumée, et elle sert parce qu’on l’a placée là où l’on voit. Jésus vient de dire à des gens ordinaires, pêcheurs et paysans, qu’ils sont la lumière du monde. Non pas qu’ils doivent le devenir un jour : ils le sont.",
      "Les bonnes œuvres portent cette lumière jusque dans la chambre des autres : une dette remise, une vérité dite avec bonté, un repas porté de l’autre côté de la rue. On ne les fait pas pour être admiré. Quand elles sont bien faites, le regard passe au-delà de la lampe et l’on se met à remercier le Père.",
      "Pensez à un coin sombre près de vous : un collègue silencieux, une mère épuisée, un vieil homme qui mange seul. Vous n’avez pas à éclairer toute la ville. Portez là votre lampe. Père, que ce qu’on verra de moi aujourd’hui tourne un regard vers toi. Amen.",
    ].join("\n\n"),
  },
  {
    day: 14,
    title: "Sauvés par grâce",
    verse:
      "« Car c’est par la grâce que vous êtes sauvés, par le moyen de la foi. Et cela ne vient pas de vous, c’est le don de Dieu. » — Éphésiens 2:8 (LSG)",
    content: [
      "Nous apprenons tôt à mériter : des notes, un salaire, l’approbation. Aussi le mot grâce paraît-il presque trop simple. Paul le dit clairement, afin que personne ne s’y trompe : par la grâce, par la foi, non pas de vous, don de Dieu. La main qui reçoit n’ajoute rien au cadeau.",
      "Cela nous ôte l’orgueil, et cela nous ôte aussi le désespoir. Si mon meilleur jour ne peut gagner son amour, mon pire jour ne peut le perdre. Ce qui n’a jamais été un salaire ne sera pas retenu comme un salaire. Je suis libre d’être vrai : rien de ce que j’avoue ne surprendra celui qui donne.",
      "Et la grâce ne nous laisse pas oisifs. La suite dit que nous avons été créés pour de bonnes œuvres, préparées d’avance : les fruits d’un arbre sauvé. Remerciez Dieu du don avant de rien faire pour lui. Père, je cesse de mériter. Je reçois, et je te remercie. Amen.",
    ].join("\n\n"),
  },
  {
    day: 15,
    title: "Vrais devant Dieu",
    verse:
      "« Si nous confessons nos péchés, il est fidèle et juste pour nous les pardonner, et pour nous purifier de toute iniquité. » — 1 Jean 1:9 (LSG)",
    content: [
      "Se cacher est la plus vieille habitude du cœur humain. Elle a commencé parmi les arbres d’un jardin, et n’a jamais allégé personne. Jean propose une autre voie, qu’il appelle marcher dans la lumière : dire de notre péché ce que Dieu en dit, sans excuse et sans théâtre.",
      "Regardez les deux mots qui répondent à notre aveu. Il est fidèle : il le fera, cette fois encore. Il est juste : il le fait à bon droit, car Christ a porté ce que nous confessons. Le pardon n’est pas un Dieu qui détourne les yeux. C’est Dieu qui regarde la vérité en face et dit pourtant : « Tu es pur. »",
      "Y a-t-il une chose que vous portez seul depuis trop longtemps ? Dites-la-lui maintenant, avec des mots simples. Si vous avez blessé quelqu’un, que le second pas soit vers lui. Seigneur, voici la vérité sur moi. Tu la connaissais et tu es venu. Purifie-moi et rends-moi libre. Amen.",
    ].join("\n\n"),
  },
  {
    day: 16,
    title: "Une nouvelle créature",
    verse:
      "« Si quelqu’un est en Christ, il est une nouvelle créature. Les choses anciennes sont passées ; voici, toutes choses sont devenues nouvelles. » — 2 Corinthiens 5:17 (LSG)",
    content: [
      "L’Évangile n’est pas une couche de peinture. Dieu n’améliore pas un peu l’ancienne vie pour la renvoyer au travail ; il commence une chose qui n’existait pas. En Christ il y a une création nouvelle, aussi sûrement qu’au premier matin, lorsqu’il dit : « Que la lumière soit ! »",
      "Les choses anciennes frappent parfois encore à la porte. Les souvenirs frappent, les habitudes frappent, et certains continuent de nous appeler du nom de ce que nous avons fait. Nous ne sommes pas tenus de répondre. Notre vrai nom est celui que donne notre Créateur, et il n’est pas à court de commencements.",
      "La nouveauté grandit souvent sans bruit, comme une graine. Ne méprisez pas une parole vraie, un soir sans l’ancienne consolation, une excuse présentée à temps : ce sont de jeunes pousses. Seigneur Jésus, je suis à toi, et je suis nouveau. Apprends-moi à vivre de ce que tu as fait, et non de ce qui est passé. Amen.",
    ].join("\n\n"),
  },
  {
    day: 17,
    title: "Le fruit de l’Esprit",
    verse:
      "« Mais le fruit de l’Esprit, c’est l’amour, la joie, la paix, la patience, la bonté, la bénignité, la fidélité, la douceur, la tempérance. » — Galates 5:22 (LSG)",
    content: [
      "On ne cloue pas un fruit à un arbre. Il vient de l’intérieur, lentement, tant que la branche reste unie à la racine. C’est pourquoi Paul ne parle pas des œuvres de l’Esprit, mais de son fruit. L’amour, la joie, la paix et toutes les autres vertus sont la vie même de Dieu qui mûrit dans une personne.",
      "Ce ne sont pas neuf trophées parmi lesquels on choisirait. C’est une seule grappe. La patience sans amour se durcit ; la joie sans fidélité s’en va bientôt. L’Esprit les fait grandir ensemble, et souvent par ceux-là mêmes qui nous éprouvent le plus.",
      "Laquelle manque aujourd’hui à votre maison ? Demandez-la par son nom. Puis demeurez près de lui : dans la prière, dans la Parole, dans la communion de son peuple. La croissance viendra en sa saison. Saint-Esprit, fais grandir en moi ce que je ne peux produire. Que mes proches goûtent et voient combien l’Éternel est bon. Amen.",
    ].join("\n\n"),
  },
  {
    day: 18,
    title: "Demander la sagesse",
    verse:
      "« Si quelqu’un d’entre vous manque de sagesse, qu’il la demande à Dieu, qui donne à tous simplement et sans reproche, et elle lui sera donnée. » — Jacques 1:5 (LSG)",
    content: [
      "Il y a des questions qu’aucune recherche ne tranche. Parler ou se taire ? Rester ou partir ? Tenir bon ou céder ? Jacques ne nous reproche pas de ne pas savoir. Il dit : « Demandez », et il nous apprend quel Dieu écoute : un Dieu qui donne simplement et qui ne nous fait pas sentir petits.",
      "Dans l’Écriture, la sagesse est plus que l’information. C’est l’art de vivre devant Dieu. Elle vient par bien des chemins : un verset qui ne nous lâche pas, un ami qui pose la bonne question, une nuit de sommeil, une porte qui se ferme doucement. Le cœur qui demande apprend à remarquer.",
      "Apportez donc à Dieu la décision qui vous tourmente, sans déguisement. Puis soyez prêt à faire ce qu’il montrera, avant même qu’il le montre ; cette disposition est la moitié de l’écoute. Père, je manque de sagesse, et tu en as en abondance. Donne-moi celle du prochain pas, et un cœur humble pour te suivre. Amen.",
    ].join("\n\n"),
  },
  {
    day: 19,
    title: "Une lampe à mes pieds",
    verse:
      "« Ta parole est une lampe à mes pieds, et une lumière sur mon sentier. » — Psaume 119:105 (LSG)",
    content: [
      "Qui a marché la nuit sur un chemin de village sait jusqu’où éclaire une petite lampe : un pas, peut-être deux. Elle ne montre pas la colline à l’horizon. Elle montre la pierre devant le pied, et c’est cela qui empêche de tomber. La parole de Dieu est très souvent une lumière de ce genre.",
      "Nous voudrions la carte des dix prochaines années. Nous recevons une lampe et un Compagnon. Quand nous faisons le pas que nous voyons, la lumière avance avec nous, et le pas suivant apparaît. C’est en marchant qu’on se laisse guider.",
      "Choisissez aujourd’hui un court passage de l’Écriture, quelques versets seulement. Lisez-les deux fois, lentement. Demandez ce qu’ils montrent de Dieu, et quel pas ils éclairent pour vous. Faites-le avant le soir. Seigneur, merci pour ta parole. Garde-la allumée dans ma main, et garde mes pieds sur ton sentier. Amen.",
    ].join("\n\n"),
  },
  {
    day: 20,
    title: "La foi qui voit",
    verse:
      "« Or la foi est une ferme assurance des choses qu’on espère, une démonstration de celles qu’on ne voit pas. » — Hébreux 11:1 (LSG)",
    content: [
      "On confond parfois la foi avec un souhait très fort. L’Écriture parle de quelque chose de plus solide : une assurance, un sol où l’on se tient. Le cultivateur qui sème ne voit pas la moisson, et pourtant il ne jette pas une bonne semence à un rêve. Il connaît la terre et les saisons, et il se fie à celui qui les a faites.",
      "Le chapitre qui suit est plein de gens qui ont agi avant de voir. Noé a bâti sous un ciel clair. Abraham est parti sans carte. Sara a ri, puis elle a cru. Leur foi n’était pas parfaite. Elle était placée en un Dieu qui est.",
      "Qu’est-ce que Dieu a mis devant vous et que vous ne voyez pas encore ? Une réconciliation, un appel, ou simplement le pain du mois prochain ? Faites aujourd’hui ce que ferait la confiance. Seigneur, je crois ; viens au secours de mon incrédulité. Tu es fidèle, et je me tiendrai sur ta parole jusqu’à ce que je voie. Amen.",
    ].join("\n\n"),
  },
  {
    day: 21,
    title: "L’intelligence renouvelée",
    verse:
      "« Ne vous conformez pas au siècle présent, mais soyez transformés par le renouvellement de l’intelligence, afin que vous discerniez quelle est la volonté de Dieu, ce qui est bon, agréable et parfait. » — Romains 12:2 (LSG)",
    content: [
      "Chaque jour, quelque chose nous façonne. Des voix sur un écran nous disent que vouloir, qui envier et de quoi avoir peur, et sans le remarquer nous prenons la forme du moule. La parole de Paul invite à une résistance tranquille : ne vous conformez pas, mais soyez transformés.",
      "Le changement commence dans l’intelligence. À force de regarder une chose, nous lui ressemblons. Aussi l’Esprit nous renouvelle-t-il en tournant sans cesse notre attention : du mensonge vers la promesse, de la foule vers Christ, de « Que vont-ils penser ? » vers « Qu’est-ce qui est bon ? »",
      "Soyez concret aujourd’hui. Donnez à Dieu les premières minutes du matin, avant le premier message. Placez un verset là où vos yeux le rencontreront souvent. Quand une vieille pensée revient, répondez-lui par une vraie. Le renouvellement est lent, et il est réel. Père, reforme ma pensée et montre-moi ta volonté, bonne, agréable et parfaite. Amen.",
    ].join("\n\n"),
  },
  {
    day: 22,
    title: "Justice, miséricorde, humilité",
    verse:
      "« On t’a fait connaître, ô homme, ce qui est bien ; et ce que l’Éternel demande de toi, c’est que tu pratiques la justice, que tu aimes la miséricorde, et que tu marches humblement avec ton Dieu. » — Michée 6:8 (LSG)",
    content: [
      "Le peuple avait demandé comment plaire à Dieu, et ses offres grandissaient : mille béliers, dix mille torrents d’huile. La réponse de Michée est presque un sourire. Dieu te l’a déjà fait connaître. Ce n’est pas un plus grand spectacle. C’est une façon de marcher.",
      "Pratiquer la justice : être droit quand personne ne vérifie, et parler pour ceux que nul n’entend. Aimer la miséricorde : non la tolérer, mais y prendre plaisir. Marcher humblement : tenir le pas de Dieu, sans courir devant ni traîner derrière. Chacune protège les deux autres. La justice sans miséricorde se glace, et la miséricorde sans humilité regarde de haut.",
      "Où rencontrerez-vous ce verset aujourd’hui ? Au comptoir, dans une dispute de famille, dans la façon de parler d’un absent ? Une petite fidélité plaît davantage à Dieu que de grandes promesses. Seigneur, enseigne à mes mains la justice, à mon cœur la miséricorde, à mes pieds l’humilité. Marche avec moi. Amen.",
    ].join("\n\n"),
  },
  {
    day: 23,
    title: "Je vous donne ma paix",
    verse:
      "« Je vous laisse la paix, je vous donne ma paix. Je ne vous donne pas comme le monde donne. Que votre cœur ne se trouble point, et ne s’alarme point. » — Jean 14:27 (LSG)",
    content: [
      "C’était le dernier soir. Celui qui trahissait était sorti, et la croix n’était plus qu’à quelques heures. Dans cette chambre, Jésus a fait son testament, et ce qu’il laisse à ses amis n’est pas un bien mais une paix : ma paix, dit-il, celle dont il vivait lui-même.",
      "Le monde donne la paix en ôtant l’épreuve, et quand l’épreuve revient, sa paix s’en va. Jésus la donne au milieu. Elle ne repose pas sur un entourage tranquille, mais sur une tranquille certitude : le Père me tient, et rien ne peut m’arracher de sa main.",
      "« Que votre cœur ne se trouble point » est aussi un choix qu’il nous confie. Nous ne pouvons pas toujours empêcher la tempête de se lever. Nous pouvons lui refuser le trône. Respirez lentement, et recevez ce qu’il vous a laissé. Seigneur Jésus, merci pour ta propre paix. Qu’elle règne dans mon cœur, et par moi dans ma maison. Amen.",
    ].join("\n\n"),
  },
  {
    day: 24,
    title: "Demeurer dans le cep",
    verse:
      "« Je suis le cep, vous êtes les sarments. Celui qui demeure en moi et en qui je demeure porte beaucoup de fruit, car sans moi vous ne pouvez rien faire. » — Jean 15:5 (LSG)",
    content: [
      "Un sarment n’a qu’une tâche, et ce n’est pas de faire plus d’efforts. C’est de rester. Coupé, il garde peut-être un jour ses feuilles vertes, puis il sèche, si affairé qu’il paraisse. Uni au cep, il porte du fruit presque sans le remarquer, parce que la vie passe à travers lui.",
      "Jésus le dit avec une grande tendresse et une grande clarté : sans moi vous ne pouvez rien faire. Non pas peu de chose : rien qui dure. Ce n’est pas pour nous écraser. C’est pour nous libérer de la fatigue d’être notre propre source.",
      "Demeurer, c’est faire de lui notre maison : lui parler en chemin, garder en nous ses paroles, revenir aussitôt quand nous nous sommes égarés. Vous pourriez poser aujourd’hui trois petites haltes, le matin, à midi et le soir, simplement pour dire : « Seigneur, je suis ici avec toi. » Jésus, vrai cep, que ta vie passe à travers moi. Amen.",
    ].join("\n\n"),
  },
  {
    day: 25,
    title: "Rendre grâces en toutes choses",
    verse:
      "« Rendez grâces en toutes choses, car c’est à votre égard la volonté de Dieu en Jésus-Christ. » — 1 Thessaloniciens 5:18 (LSG)",
    content: [
      "Paul ne nous demande pas de remercier pour toutes choses, comme si le mal était un bien. Il nous demande de rendre grâces en toutes choses. Il n’est pas de situation si sombre que Dieu n’y soit, et là où est Dieu, il y a une raison de remercier.",
      "La gratitude est une manière de voir. La plainte compte ce qui manque et en trouve bientôt davantage. L’action de grâces compte ce qui est donné, et la pièce s’éclaire, sans qu’on y ait rien déplacé. Plus d’une prison est ainsi devenue une chapelle.",
      "Commencez par le plus proche : le souffle, le pain, un nom aimé, la croix de Christ. Dites votre merci à voix haute ; le cœur suit souvent la voix. Puis remerciez aujourd’hui quelqu’un dont la présence vous semblait aller de soi, et dites-lui exactement pourquoi. Père, pardonne mes oublis. Dans ce jour, tel qu’il est, je te rends grâces. Amen.",
    ].join("\n\n"),
  },
  {
    day: 26,
    title: "D’abord le royaume",
    verse:
      "« Cherchez premièrement le royaume et la justice de Dieu ; et toutes ces choses vous seront données par-dessus. » — Matthieu 6:33 (LSG)",
    content: [
      "Jésus venait de parler de nourriture et de vêtements, les soucis ordinaires de gens sans économies. Il ne dit pas que ces besoins sont sans importance ; votre Père sait que vous en avez besoin, dit-il. Il les met seulement à leur place. Ce sont de bons compagnons et de mauvais maîtres.",
      "Chercher premièrement est une question d’ordre. Ce qui vient d’abord décide de la façon de voir tout le reste. Quand le royaume est premier, le travail devient service, l’argent devient semence, et même l’attente devient confiance. Quand autre chose est premier, nos prières elles-mêmes se mettent à tourner autour.",
      "Regardez avec franchise le premier quart d’heure de votre journée et le premier dixième de votre revenu. Ils parlent souvent plus vrai que nos mots. Puis rendez à Dieu une première place aujourd’hui. Père, ton royaume avant le mien. Je te chercherai et te laisserai ajouter le reste, car tu sais ce qu’il me faut. Amen.",
    ].join("\n\n"),
  },
  {
    day: 27,
    title: "Force, amour et sagesse",
    verse:
      "« Car ce n’est pas un esprit de timidité que Dieu nous a donné, mais un esprit de force, d’amour et de sagesse. » — 2 Timothée 1:7 (LSG)",
    content: [
      "Timothée était jeune, souvent malade et vite découragé. Paul ne lui dit pas de devenir un autre homme. Il lui rappelle ce qui lui a déjà été donné, et l’invite à le ranimer, comme on se penche sur les braises du feu d’hier pour souffler.",
      "Trois dons répondent à l’esprit de crainte. La force : celle de faire ce qui est juste même si la voix tremble. L’amour : la puissance qui nous tourne vers les autres, car la peur ne regarde qu’elle-même. La sagesse : le calme qui voit les choses à leur vraie taille et réfléchit avant de fuir.",
      "Si la timidité vous a rendu muet ou petit, souvenez-vous qu’elle ne vient pas de votre Père. Rapprochez-vous du feu : priez, adorez, ouvrez l’Écriture, demandez à un ami de prier avec vous. Puis faites la chose que vous remettiez à plus tard. Saint-Esprit, ranime en moi ce que tu as donné. Amen.",
    ].join("\n\n"),
  },
  {
    day: 28,
    title: "Se pardonner les uns aux autres",
    verse:
      "« Supportez-vous les uns les autres, et, si l’un a sujet de se plaindre de l’autre, pardonnez-vous réciproquement. De même que Christ vous a pardonné, pardonnez-vous aussi. » — Colossiens 3:13 (LSG)",
    content: [
      "Là où l’on vit près les uns des autres, il y aura des disputes. Paul, qui connaissait de vraies Églises, le tient pour acquis. Ce qui distingue le peuple de Christ, ce n’est pas que personne n’y soit jamais blessé, mais ce qui se passe ensuite. D’abord se supporter : laisser à l’autre le droit d’être inachevé. Puis pardonner, quand cela ne suffit plus.",
      "Pardonner, ce n’est pas dire que ce n’était rien, ni que la confiance doit revenir en un jour. C’est déposer le droit de se venger, et remettre l’affaire à un Dieu juste. Il faut souvent le faire plusieurs fois, jusqu’à ce que le cœur ait suivi la volonté.",
      "Et il y a une mesure : comme Christ vous a pardonné. Commencez là. Souvenez-vous combien, et de quel bon cœur. Puis prononcez devant Dieu un nom, celui qui vous vient maintenant. Seigneur, tu m’as tout pardonné. Par ta grâce, je te remets cette personne. Guéris-nous tous deux. Amen.",
    ].join("\n\n"),
  },
  {
    day: 29,
    title: "D’où vient mon secours",
    verse:
      "« Je lève mes yeux vers les montagnes… D’où me viendra le secours ? Le secours me vient de l’Éternel, qui a fait les cieux et la terre. » — Psaume 121:1-2 (LSG)",
    content: [
      "Les pèlerins chantaient ce psaume sur la route de Jérusalem. De loin, les montagnes étaient belles ; de près, elles cachaient des brigands et des pierres tranchantes. Celui qui chante lève les yeux et regarde plus haut qu’elles, vers celui qui les a faites. Le secours, dit-il, me vient de l’Éternel.",
      "Nous levons tous les yeux vers quelque chose quand le chemin monte : des économies, des amis influents, notre propre endurance. Ce sont peut-être de bons dons, mais ce ne sont que des montagnes. Le Créateur des cieux et de la terre n’est pas rapetissé par notre peine, et il ne sommeille pas pendant que nous dormons.",
      "Levez les yeux aujourd’hui, ne serait-ce qu’une minute. Détournez-les de la hauteur du problème vers la grandeur de votre Gardien. Il veille sur votre départ et sur votre arrivée, sur les longs voyages et sur les courts. Seigneur, mon secours vient de toi. Ne laisse pas mon pied chanceler. Amen.",
    ].join("\n\n"),
  },
  {
    day: 30,
    title: "Rien ne pourra nous séparer",
    verse:
      "« Car j’ai l’assurance que ni la mort ni la vie, ni les anges ni les dominations, ni les choses présentes ni les choses à venir, ni les puissances, ni la hauteur, ni la profondeur, ni aucune autre créature ne pourra nous séparer de l’amour de Dieu manifesté en Jésus-Christ notre Seigneur. » — Romains 8:38-39 (LSG)",
    content: [
      "Paul cherche dans l’univers entier ce qui serait assez fort pour nous couper de l’amour de Dieu. Il regarde la mort et la vie, les hauteurs et les profondeurs, ce qui est et ce qui peut venir. Au bout de sa recherche, il n’a rien trouvé, et il a cette assurance.",
      "Cet amour ne tient pas à la force de notre main. Il est en Jésus-Christ notre Seigneur, et là il est en sûreté. Nos sentiments montent et descendent comme la marée, mais le rivage ne bouge pas. Les jours où vous vous sentez porté et ceux où vous ne sentez rien, vous êtes aimé du même amour.",
      "Que cette parole soit celle que vous emportez de ce mois. Quoi qu’il se soit fermé, quoi qu’il reste ouvert, quoi qu’il attende après le tournant, cela ne vous trouvera pas seul. Reposez-vous en elle, et dites-le à quelqu’un. Père, merci : rien ne peut me séparer de ton amour. C’est en lui que je vivrai. Amen.",
    ].join("\n\n"),
  },
];
