/** Texts of the dialogs and the editor of a channel; `channelsMessages` contains them. */
export const en = {
  switchDialog: {
    title: (name: string) => `Switch ${name} to a link`,
    text: "The source that plays now stays as the back-up, if there is none yet.",
    switchNow: "Switch now",
    allowAndSwitch: (hosts: string) => `Allow ${hosts} and switch now`,
  },
  paste: {
    label: "Link or embed code",
    hint: "From YouTube, a stream (.m3u8) or your video provider. Only the address is kept, never the code itself.",
    found: "This is what we read in it:",
    hosts: (hosts: string) =>
      `Plays from: ${hosts}. Their player will run on your pages; switch only to those you know.`,
    faults: {
      empty: "Paste a link or an embed code.",
      tooLong: "This is too long for a link or an embed code.",
      notALink: "This is no link that we can play. It has to begin with https://.",
      notHttps:
        "This link begins with http://, which is not safe. Ask your provider for the one with https://.",
      privateHost: "This address is inside a private network. Visitors could not reach it.",
      hasPassword: "This link has a name and password in it. Ask your provider for one without.",
      forEncoders:
        "This is where your encoder sends to. Use the link that your provider gives for watching.",
      channelName:
        "Open the video itself, or the channel’s page with its id (UC…), and copy that link.",
      webPage:
        "This link leads to a web page, not to a player. Look there for “Share” or “Embed” and copy that.",
      severalPlayers: "There is more than one player in this code. Paste the code of one.",
      ownScript:
        "This code has a script of its own, which we do not run. Ask your provider for a link or a frame (iframe).",
      noPlayer: "We find no player in this code.",
    },
  },
  test: {
    start: "Test in a small player",
    title: "Test player",
    text: "Only you see this. Nothing is published.",
    stop: "Close the test",
  },
  edit: {
    title: (name: string) => `Channel: ${name}`,
    newTitle: "New channel",
    back: "All channels",
    name: "Name",
    nameHint: "Stands over the player.",
    language: "Language that is spoken",
    sourceHint: "What the channel plays.",
    backupHint: "What plays when the source is dead, or when you switch to it.",
    change: "Change",
    remove: "Remove",
    keep: "Leave as it is",
    ownProgramme: "Or one of our own programmes, which plays around the clock",
    chooseProgramme: "Choose a programme",
    use: "Use this",
    allowAndUse: (hosts: string) => `Allow ${hosts} and use it`,
    after: "Seconds until the back-up plays by itself",
    afterHint: "Only for streams (.m3u8), because only they can be looked at. 30 is good for most.",
    poster: "Picture until it plays",
    posterOfSource: "That of the source",
    posterOwn: "A photo of your own",
    hidden: "Hide this channel",
    hiddenHint: "It is on no page then. One channel always stays.",
    removeChannel: "Remove this channel",
    removeText: "The channel is on no page any more. You can undo it.",
    resetChannel: "Back to the file’s values",
    resetText:
      "Everything that was changed here goes back to what the server’s file says. You can undo it.",
    missing: "There is no such channel.",
    faults: {
      "must be a public https:// address":
        "This address is inside a private network, or is not safe.",
    },
  },
  posterUpload: {
    choose: "Choose a photo",
    sending: "Sending the photo…",
    hint: "It is cut to 16:9 and made small on this device before it is sent.",
    problems: {
      kind: "A photo, please: JPEG, PNG, WebP or AVIF.",
      size: "This file is larger than 25 MB. A smaller one, please.",
      unreadable: "This photo cannot be read. Try another one.",
      small: "This photo is too small: 640 pixels wide and 360 high at least, please.",
      failed: "The photo could not be stored. Nothing was changed; try again.",
    },
  },
  addDialog: {
    title: "Add a channel",
    label: "Short name for its address",
    hint: "Small letters, digits and hyphens, such as “prayer-room”. It cannot be changed later.",
    wrong: "Small letters, digits and hyphens, beginning with a letter, at most 40.",
    taken: "Another channel has this name already.",
    go: "Go on",
  },
};

export const fr: typeof en = {
  switchDialog: {
    title: (name: string) => `Passer ${name} à un lien`,
    text: "La source actuelle reste comme secours, s’il n’y en a pas encore.",
    switchNow: "Passer maintenant",
    allowAndSwitch: (hosts: string) => `Autoriser ${hosts} et passer maintenant`,
  },
  paste: {
    label: "Lien ou code d’intégration",
    hint: "De YouTube, d’un flux (.m3u8) ou de votre fournisseur vidéo. Seule l’adresse est gardée, jamais le code lui-même.",
    found: "Voici ce que nous y lisons :",
    hosts: (hosts: string) =>
      `Diffusé depuis : ${hosts}. Leur lecteur fonctionnera sur vos pages ; n’acceptez que ceux que vous connaissez.`,
    faults: {
      empty: "Collez un lien ou un code d’intégration.",
      tooLong: "C’est trop long pour un lien ou un code d’intégration.",
      notALink: "Nous ne pouvons pas lire ce lien. Il doit commencer par https://.",
      notHttps:
        "Ce lien commence par http://, ce qui n’est pas sûr. Demandez à votre fournisseur celui avec https://.",
      privateHost:
        "Cette adresse est dans un réseau privé. Les visiteurs ne pourraient pas l’atteindre.",
      hasPassword:
        "Ce lien contient un nom et un mot de passe. Demandez à votre fournisseur un lien sans cela.",
      forEncoders:
        "C’est l’adresse où votre encodeur envoie. Prenez le lien que votre fournisseur donne pour regarder.",
      channelName:
        "Ouvrez la vidéo elle-même, ou la page de la chaîne avec son identifiant (UC…), et copiez ce lien.",
      webPage:
        "Ce lien mène à une page web, pas à un lecteur. Cherchez-y « Partager » ou « Intégrer » et copiez cela.",
      severalPlayers: "Il y a plus d’un lecteur dans ce code. Collez le code d’un seul.",
      ownScript:
        "Ce code contient son propre script, que nous n’exécutons pas. Demandez à votre fournisseur un lien ou un cadre (iframe).",
      noPlayer: "Nous ne trouvons aucun lecteur dans ce code.",
    },
  },
  test: {
    start: "Essayer dans un petit lecteur",
    title: "Lecteur d’essai",
    text: "Vous seul voyez ceci. Rien n’est publié.",
    stop: "Fermer l’essai",
  },
  edit: {
    title: (name: string) => `Chaîne : ${name}`,
    newTitle: "Nouvelle chaîne",
    back: "Toutes les chaînes",
    name: "Nom",
    nameHint: "Affiché au-dessus du lecteur.",
    language: "Langue parlée",
    sourceHint: "Ce que la chaîne diffuse.",
    backupHint: "Ce qui joue quand la source est coupée, ou quand vous y passez.",
    change: "Changer",
    remove: "Retirer",
    keep: "Laisser ainsi",
    ownProgramme: "Ou l’un de nos propres programmes, qui jouent jour et nuit",
    chooseProgramme: "Choisissez un programme",
    use: "Utiliser ceci",
    allowAndUse: (hosts: string) => `Autoriser ${hosts} et l’utiliser`,
    after: "Secondes avant que le secours joue de lui-même",
    afterHint:
      "Seulement pour les flux (.m3u8), les seuls que nous pouvons observer. 30 convient le plus souvent.",
    poster: "Image avant la lecture",
    posterOfSource: "Celle de la source",
    posterOwn: "Une photo à vous",
    hidden: "Masquer cette chaîne",
    hiddenHint: "Elle n’est alors sur aucune page. Une chaîne reste toujours.",
    removeChannel: "Retirer cette chaîne",
    removeText: "La chaîne n’est plus sur aucune page. Vous pouvez l’annuler.",
    resetChannel: "Revenir aux valeurs du fichier",
    resetText:
      "Tout ce qui a été changé ici revient à ce que dit le fichier du serveur. Vous pouvez l’annuler.",
    missing: "Cette chaîne n’existe pas.",
    faults: {
      "must be a public https:// address":
        "Cette adresse est dans un réseau privé, ou n’est pas sûre.",
    },
  },
  posterUpload: {
    choose: "Choisir une photo",
    sending: "Envoi de la photo…",
    hint: "Elle est recadrée en 16:9 et réduite sur cet appareil avant l’envoi.",
    problems: {
      kind: "Une photo, s’il vous plaît : JPEG, PNG, WebP ou AVIF.",
      size: "Ce fichier dépasse 25 Mo. Un plus petit, s’il vous plaît.",
      unreadable: "Cette photo ne peut pas être lue. Essayez-en une autre.",
      small:
        "Cette photo est trop petite : au moins 640 pixels de large et 360 de haut, s’il vous plaît.",
      failed: "La photo n’a pas pu être enregistrée. Rien n’a été modifié ; réessayez.",
    },
  },
  addDialog: {
    title: "Ajouter une chaîne",
    label: "Nom court pour son adresse",
    hint: "Petites lettres, chiffres et traits d’union, par exemple « salle-de-priere ». Il ne peut plus être changé ensuite.",
    wrong: "Petites lettres, chiffres et traits d’union, en commençant par une lettre, 40 au plus.",
    taken: "Une autre chaîne porte déjà ce nom.",
    go: "Continuer",
  },
};
