/** Texts of the dialogs and the editor of a channel; `channelsMessages` contains them. */
export const en = {
  switchDialog: {
    title: (name: string) => `Switch ${name} to a link`,
    text: "The current source becomes the backup source if there is none yet.",
    switchNow: "Switch now",
    allowAndSwitch: (hosts: string) => `Allow ${hosts} and switch now`,
  },
  paste: {
    label: "Link or embed code",
    hint: "From YouTube, a stream (.m3u8) or your video provider. Only the address is saved, never the code itself.",
    found: "We found:",
    hosts: (hosts: string) =>
      `Plays from: ${hosts}. Their player will run on your pages; switch only to those you know.`,
    faults: {
      empty: "Paste a link or an embed code.",
      tooLong: "This is too long for a link or an embed code.",
      notALink: "We can't play this link. It must start with https://.",
      notHttps:
        "This link starts with http://, which isn't secure. Ask your provider for the one with https://.",
      privateHost: "This address is inside a private network. Visitors can't reach it.",
      hasPassword: "This link has a name and password in it. Ask your provider for one without.",
      forEncoders:
        "This is the address your encoder sends to. Use the link your provider gives you for watching.",
      channelName:
        "Open the video itself, or the channel's page with its ID (UC...), and copy that link.",
      webPage:
        'This link leads to a web page, not to a player. Look there for "Share" or "Embed" and copy that.',
      severalPlayers: "There is more than one player in this code. Paste the code of one.",
      ownScript:
        "This code has its own script, which we don't run. Ask your provider for a link or a frame (iframe).",
      noPlayer: "There is no player in this code.",
    },
  },
  test: {
    start: "Test the link",
    title: "Test player",
    text: "Only you see this. Nothing is published.",
    stop: "Close test player",
  },
  edit: {
    title: (name: string) => `Channel: ${name}`,
    newTitle: "New channel",
    back: "All channels",
    guide: "Guide to going live",
    name: "Name",
    nameHint: "Shown above the player. One language is enough.",
    language: "Spoken language",
    sourceHint: "What the channel plays.",
    backupHint: "Plays if the source fails, or when you switch to it.",
    change: "Change",
    remove: "Remove",
    keep: "Keep current",
    ownProgramme: "Or one of our own 24/7 programmes",
    chooseProgramme: "Choose a programme",
    use: "Use this",
    allowAndUse: (hosts: string) => `Allow ${hosts} and use it`,
    after: "Seconds before switching to the backup source",
    afterHint: "Only for streams (.m3u8), the only ones we can monitor. 30 suits most.",
    poster: "Poster image",
    posterOfSource: "From the source",
    posterOwn: "Your own photo",
    hidden: "Hide this channel",
    hiddenHint: "A hidden channel is on no page. At least one channel stays visible.",
    removeChannel: "Remove this channel",
    removeText: "The channel will no longer be on any page. You can undo this.",
    resetChannel: "Reset to defaults",
    resetText:
      "Everything changed here goes back to the values in the server's configuration file. You can undo this.",
    missing: "This channel doesn't exist.",
    faults: {
      "must be a public https:// address":
        "This address is inside a private network or isn't secure.",
    },
  },
  posterUpload: {
    choose: "Choose a photo",
    sending: "Sending the photo...",
    hint: "Cropped to 16:9 and resized on this device before upload.",
    problems: {
      kind: "Choose a JPEG, PNG, WebP or AVIF photo.",
      size: "This file is larger than 25 MB. Choose a smaller one.",
      unreadable: "This photo can't be read. Try another one.",
      small: "This photo is too small. It must be at least 640 × 360 pixels.",
      failed: "Couldn't save the photo. Nothing was changed. Try again.",
    },
  },
  addDialog: {
    title: "Add a channel",
    label: "Name in the web address",
    hint: 'Lowercase letters, numbers and hyphens, such as "prayer-room". It can\'t be changed later.',
    wrong: "Use up to 40 lowercase letters, numbers and hyphens, starting with a letter.",
    taken: "Another channel already uses this name.",
    go: "Continue",
  },
};

export const fr: typeof en = {
  switchDialog: {
    title: (name: string) => `Diffuser un lien sur ${name}`,
    text: "La source actuelle devient la source de secours s’il n’y en a pas encore.",
    switchNow: "Passer maintenant",
    allowAndSwitch: (hosts: string) => `Autoriser ${hosts} et diffuser`,
  },
  paste: {
    label: "Lien ou code d’intégration",
    hint: "De YouTube, d’un flux (.m3u8) ou de votre fournisseur vidéo. Seule l’adresse est enregistrée, jamais le code lui-même.",
    found: "Nous avons trouvé :",
    hosts: (hosts: string) =>
      `Diffusé depuis : ${hosts}. Leur lecteur fonctionnera sur vos pages ; n’acceptez que ceux que vous connaissez.`,
    faults: {
      empty: "Collez un lien ou un code d’intégration.",
      tooLong: "C’est trop long pour un lien ou un code d’intégration.",
      notALink: "Nous ne pouvons pas lire ce lien. Il doit commencer par https://.",
      notHttps:
        "Ce lien commence par http://, ce qui n’est pas sûr. Demandez à votre fournisseur celui avec https://.",
      privateHost:
        "Cette adresse est dans un réseau privé. Les visiteurs ne peuvent pas l’atteindre.",
      hasPassword:
        "Ce lien contient un nom et un mot de passe. Demandez à votre fournisseur un lien sans cela.",
      forEncoders:
        "C’est l’adresse vers laquelle votre encodeur envoie. Utilisez le lien de visionnage de votre fournisseur.",
      channelName:
        "Ouvrez la vidéo elle-même, ou la page de la chaîne avec son identifiant (UC…), et copiez ce lien.",
      webPage:
        "Ce lien mène à une page web, pas à un lecteur. Cherchez-y « Partager » ou « Intégrer » et copiez cela.",
      severalPlayers: "Il y a plus d’un lecteur dans ce code. Collez le code d’un seul.",
      ownScript:
        "Ce code contient son propre script, que nous n’exécutons pas. Demandez à votre fournisseur un lien ou un cadre (iframe).",
      noPlayer: "Ce code ne contient aucun lecteur.",
    },
  },
  test: {
    start: "Tester le lien",
    title: "Lecteur d’essai",
    text: "Vous seul voyez ceci. Rien n’est publié.",
    stop: "Fermer le lecteur d’essai",
  },
  edit: {
    title: (name: string) => `Chaîne : ${name}`,
    newTitle: "Nouvelle chaîne",
    back: "Toutes les chaînes",
    guide: "Le guide du direct",
    name: "Nom",
    nameHint: "Affiché au-dessus du lecteur. Une seule langue suffit.",
    language: "Langue parlée",
    sourceHint: "Ce que la chaîne diffuse.",
    backupHint: "Diffusée si la source tombe en panne, ou quand vous y passez.",
    change: "Changer",
    remove: "Retirer",
    keep: "Garder l’actuelle",
    ownProgramme: "Ou l’un de nos programmes 24 h/24",
    chooseProgramme: "Choisissez un programme",
    use: "Utiliser cette source",
    allowAndUse: (hosts: string) => `Autoriser ${hosts} et l’utiliser`,
    after: "Secondes avant le passage à la source de secours",
    afterHint:
      "Seulement pour les flux (.m3u8), les seuls que nous pouvons surveiller. 30 convient le plus souvent.",
    poster: "Image d’attente",
    posterOfSource: "Celle de la source",
    posterOwn: "Une photo à vous",
    hidden: "Masquer cette chaîne",
    hiddenHint: "Une chaîne masquée n’apparaît sur aucune page. Au moins une chaîne reste visible.",
    removeChannel: "Retirer cette chaîne",
    removeText: "La chaîne n’apparaîtra plus sur aucune page. Vous pourrez annuler.",
    resetChannel: "Rétablir les valeurs par défaut",
    resetText:
      "Tout ce qui a été modifié ici revient aux valeurs du fichier de configuration du serveur. Vous pourrez annuler.",
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
      kind: "Choisissez une photo JPEG, PNG, WebP ou AVIF.",
      size: "Ce fichier dépasse 25 Mo. Choisissez-en un plus petit.",
      unreadable: "Cette photo ne peut pas être lue. Essayez-en une autre.",
      small: "Cette photo est trop petite. Il faut au moins 640 × 360 pixels.",
      failed: "Impossible d’enregistrer la photo. Rien n’a été modifié. Réessayez.",
    },
  },
  addDialog: {
    title: "Ajouter une chaîne",
    label: "Nom dans l’adresse web",
    hint: "Lettres minuscules, chiffres et traits d’union, par exemple « salle-de-priere ». Ce nom ne pourra plus être modifié.",
    wrong:
      "Utilisez au maximum 40 lettres minuscules, chiffres et traits d’union, en commençant par une lettre.",
    taken: "Une autre chaîne porte déjà ce nom.",
    go: "Continuer",
  },
};
