import type { Language } from "#shared/languages.ts";

const en = {
  title: "Your own videos",
  intro: "Sermons made from your broadcasts, and videos or sound that you upload.",
  list: "Videos",
  open: "Your own videos",
  openText: "Publish a service as a sermon, or upload a video or sound.",
  back: "All own videos",
  none: "There are no own videos yet. Make one from a recording, or upload a file.",
  untitled: "Without a title",
  upload: "Upload a video or sound",
  fromRecording: "Make from a recording",
  space: (used: string, most: string, free: string) =>
    `${used} of ${most} used. Free on the disk: ${free}.`,
  spaceName: "Space used",
  states: {
    uploading: "Upload not finished",
    checking: "The server checks the file",
    packaging: "The server prepares it",
    failed: "Something is wrong",
    ready: "Ready, not published",
    published: "Published",
  },
  sound: "Sound only",
  soundOfVideo: "Sound for data savers",
  edit: (title: string) => `Edit: ${title}`,
  delete: (title: string) => `Delete: ${title}`,
  deleteTitle: "Delete the video",
  deleteText: (title: string, size: string) =>
    `"${title}" goes for good with all its files and frees ${size}. Followers can no longer open it, and it leaves the podcast. Nobody can bring it back.`,
  deleted: "The video is deleted",
  failures: {
    invalid: "The server does not accept this. Check what you entered.",
    "not-found": "This video no longer exists.",
    state: "That is not possible now. Reload the page to see the current state.",
    "format-changed":
      "The encoder changed its settings within this part. Choose a part with one setting.",
    "no-title": "Give it a title first.",
    "too-large": "This file is too large.",
    unreadable: "This file cannot be read. Choose another one.",
    quota: "The space for own videos is used up. Delete some first.",
    disk: "The server’s disk is full. Delete videos or recordings first.",
    unavailable: "The server that has the files does not answer. Try again in a minute.",
    offline: "No connection. Check it and try again.",
    "signed-out": "Your session has expired. Sign in again.",
    refused: "You may not do this. Ask an owner of the site.",
    failed: "That did not work. Try again.",
  },
  recordings: {
    make: "Make a sermon of it",
    makeOf: (start: string) => `Make a sermon of it: ${start}`,
    title: "Make from a recording",
    intro: "Choose the service. You cut the beginning and the end on the next page.",
    none: "There are no recordings. They appear here when a broadcast has ended.",
    length: (minutes: string) => `${minutes} min`,
    making: "One moment …",
    unknownStart: "Without a picture",
  },
  audio: {
    action: "Audio for data savers",
    actionOf: (title: string) => `Audio for data savers: ${title}`,
    has: "Edit its audio",
    hasOf: (title: string) => `Edit its audio: ${title}`,
  },
  uploadPage: {
    title: "Upload a video or sound",
    soundTitle: "Audio for data savers",
    soundIntro: (title: string) =>
      `Upload the sound of "${title}". Followers with little data can then listen to it instead of watching.`,
    intro:
      "MP4 with H.264 and AAC, or sound: up to 4 GB and 3 hours. The connection may drop: the upload goes on where it stopped.",
    file: "The file",
    choose: "Choose a file",
    chooseOther: "Choose another file",
    checking: "The file is being looked at …",
    found: (length: string, size: string) => `${length} · ${size}`,
    tooLarge: "This file is larger than 4 GB. Save it with a lower bit rate.",
    empty: "This file is empty.",
    name: "Title",
    category: "Category",
    language: "Spoken language",
    start: "Start the upload",
    starting: "Starting …",
    data: (size: string) => `This sends ${size}. On mobile data that can be expensive.`,
    converted: (codec: string) =>
      `It is ${codec}: the server converts it first. Sound takes minutes, a video about as long as it is.`,
    convert: (codec: string) =>
      `It is ${codec}, which cannot be sent on as it is. This browser can make AAC of it in a few minutes.`,
    convertFilm: (codec: string) =>
      `The picture is ${codec}, which many phones and televisions cannot show. This browser can make H.264 of it, in about as long as the film lasts. Nothing is sent yet.`,
    convertHere: "Convert it here",
    convertFailed:
      "The conversion did not work. Your file is as it was, and nothing was sent. Close other programs and tabs, then try again.",
    convertElsewhere:
      "This browser cannot convert it. A current Chrome or Edge on another computer perhaps can.",
    known: "The upload of this file was interrupted. It goes on where it stopped.",
    goOn: "Go on with the upload",
  },
  progress: {
    title: "Upload",
    lowTitle: "Upload of the small version",
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    left: {
      seconds: "less than a minute left",
      minutes: (count: number) => (count === 1 ? "about 1 minute left" : `about ${count} min left`),
      hours: (hours: number, minutes: number) => `about ${hours} h ${minutes} min left`,
    },
    phases: {
      sending: "Sending. You can fill in the rest meanwhile. Leave this tab open.",
      waiting: "No connection. It goes on by itself when the connection is back.",
      paused: "Paused.",
      done: "The file has arrived.",
    },
    faults: {
      "file-gone":
        "The file can no longer be read. If you moved or changed it, put it back and choose it again.",
      "signed-out": "Your session has expired. Sign in again, then go on.",
      refused: "You may not upload here. Ask an owner of the site.",
      gone: "The server no longer waits for this file: uploads end after 24 hours. Start again.",
      space: "The server has no space left. Delete videos or recordings first.",
      failed: "The server does not accept the file. Try again, or start again.",
    },
    pause: "Pause",
    resume: "Go on",
    cancel: "Cancel the upload",
    cancelText: "What has been sent is deleted with this video.",
    interrupted: (received: string, total: string) =>
      `The upload stopped at ${received} of ${total}. Choose the same file again: only the rest is sent.`,
    interruptedConverted: (received: string, total: string) =>
      `The upload stopped at ${received} of ${total}. The film that was converted here is still on this device: only the rest is sent.`,
    chooseAgain: "Choose the same file",
    otherFile: "This is another file. Choose the one with which the upload began.",
    elsewhere: "If it is being uploaded on another device or tab, leave it to that one.",
  },
  problems: {
    "not-media":
      "This is no video and no sound that can be read. Save or convert it as MP4 and upload that.",
    "no-tracks": "The file has neither picture nor sound.",
    "video-codec": (codec: string) =>
      `The picture is ${codec}, which many phones and televisions cannot show: choose H.264 when you record or export. On an iPhone: Settings, Camera, Formats, "Most Compatible". Then upload that file.`,
    "audio-codec": (codec: string) =>
      `The sound is ${codec}, which cannot be sent on as it is: choose AAC (MP4 or M4A) when you record or export. Then upload that file.`,
    "key-frames":
      "The picture has too few key frames to jump in it: set the key frame interval to 2 seconds when you export. Then upload that file.",
    damaged: "The file is damaged or not complete. Export or copy it again, then upload it.",
    "too-long": "It is longer than 3 hours. Cut it into two parts.",
    timeout: "The file took too long to check. Export it again as MP4 with H.264.",
    memory: "The file is built in an unusual way. Export it again as MP4 with H.264.",
    disk: "The server’s disk is full. Delete videos or recordings, then try again.",
    missing: "The file did not arrive whole. Upload it again.",
    "files-missing":
      "Its files are no longer on the server, so followers do not see it. Ask your server administrator whether a backup has them; it returns by itself with them. Else upload the film again and delete this one.",
    internal: "The server had a fault. Try again.",
  },
  otherCodec: "of an unknown kind",
};

const fr: typeof en = {
  title: "Vos propres vidéos",
  intro: "Les prédications tirées de vos directs, et les vidéos ou le son que vous envoyez.",
  list: "Vidéos",
  open: "Vos propres vidéos",
  openText: "Publiez un culte comme prédication, ou envoyez une vidéo ou du son.",
  back: "Toutes vos vidéos",
  none: "Vous n’avez pas encore de vidéo. Créez-en une à partir d’un enregistrement, ou envoyez un fichier.",
  untitled: "Sans titre",
  upload: "Envoyer une vidéo ou du son",
  fromRecording: "À partir d’un enregistrement",
  space: (used, most, free) => `${used} utilisés sur ${most}. Libre sur le disque : ${free}.`,
  spaceName: "Espace utilisé",
  states: {
    uploading: "Envoi inachevé",
    checking: "Le serveur vérifie le fichier",
    packaging: "Le serveur la prépare",
    failed: "Un problème est survenu",
    ready: "Prête, non publiée",
    published: "Publiée",
  },
  sound: "Son seul",
  soundOfVideo: "Son pour économiser les données",
  edit: (title) => `Modifier : ${title}`,
  delete: (title) => `Supprimer : ${title}`,
  deleteTitle: "Supprimer la vidéo",
  deleteText: (title, size) =>
    `« ${title} » disparaît pour toujours avec tous ses fichiers et libère ${size}. On ne pourra plus l’ouvrir, et elle quittera le podcast. Personne ne pourra la rétablir.`,
  deleted: "La vidéo est supprimée",
  failures: {
    invalid: "Le serveur n’accepte pas cela. Vérifiez votre saisie.",
    "not-found": "Cette vidéo n’existe plus.",
    state: "Ce n’est pas possible pour le moment. Rechargez la page pour voir l’état actuel.",
    "format-changed":
      "L’encodeur a changé de réglages dans ce passage. Choisissez une partie avec un seul réglage.",
    "no-title": "Donnez-lui d’abord un titre.",
    "too-large": "Ce fichier est trop volumineux.",
    unreadable: "Ce fichier est illisible. Choisissez-en un autre.",
    quota: "L’espace prévu pour vos vidéos est plein. Supprimez-en d’abord.",
    disk: "Le disque du serveur est plein. Supprimez d’abord des vidéos ou des enregistrements.",
    unavailable: "Le serveur qui garde les fichiers ne répond pas. Réessayez dans une minute.",
    offline: "Pas de connexion. Vérifiez-la et réessayez.",
    "signed-out": "Votre session a expiré. Reconnectez-vous.",
    refused: "Vous n’en avez pas le droit. Adressez-vous à un responsable du site.",
    failed: "Cela n’a pas fonctionné. Réessayez.",
  },
  recordings: {
    make: "En faire une prédication",
    makeOf: (start) => `En faire une prédication : ${start}`,
    title: "À partir d’un enregistrement",
    intro: "Choisissez le culte. Vous couperez le début et la fin à la page suivante.",
    none: "Il n’y a pas d’enregistrement. Ils apparaissent ici à la fin d’un direct.",
    length: (minutes) => `${minutes} min`,
    making: "Un instant…",
    unknownStart: "Sans image",
  },
  audio: {
    action: "Audio économe",
    actionOf: (title) => `Audio économe : ${title}`,
    has: "Modifier l’audio",
    hasOf: (title) => `Modifier l’audio : ${title}`,
  },
  uploadPage: {
    title: "Envoyer une vidéo ou du son",
    soundTitle: "Audio pour économiser les données",
    soundIntro: (title) =>
      `Envoyez le son de « ${title} ». Ceux qui ont peu de données pourront l’écouter au lieu de la regarder.`,
    intro:
      "MP4 en H.264 et AAC, ou du son : 4 Go et 3 heures au plus. La connexion peut être coupée : l’envoi reprend où il s’est arrêté.",
    file: "Le fichier",
    choose: "Choisir un fichier",
    chooseOther: "Choisir un autre fichier",
    checking: "Examen du fichier…",
    found: (length, size) => `${length} · ${size}`,
    tooLarge: "Ce fichier dépasse 4 Go. Enregistrez-le avec un débit plus faible.",
    empty: "Ce fichier est vide.",
    name: "Titre",
    category: "Catégorie",
    language: "Langue parlée",
    start: "Commencer l’envoi",
    starting: "Démarrage…",
    data: (size) => `Cela envoie ${size}. Avec des données mobiles, cela peut coûter cher.`,
    converted: (codec) =>
      `C’est du ${codec} : le serveur le convertit d’abord. Comptez quelques minutes pour du son, et à peu près sa durée pour une vidéo.`,
    convert: (codec) =>
      `C’est du ${codec}, qui ne peut pas être diffusé tel quel. Ce navigateur peut en faire de l’AAC en quelques minutes.`,
    convertFilm: (codec) =>
      `L’image est en ${codec}, que beaucoup de téléphones et de téléviseurs n’affichent pas. Ce navigateur peut la convertir en H.264, à peu près en la durée du film. Rien n’est encore envoyé.`,
    convertHere: "Le convertir ici",
    convertFailed:
      "La conversion n’a pas fonctionné. Votre fichier est intact et rien n’a été envoyé. Fermez les autres programmes et onglets, puis réessayez.",
    convertElsewhere:
      "Ce navigateur ne peut pas le convertir. Chrome ou Edge à jour, sur un autre ordinateur, y arrivera peut-être.",
    known: "L’envoi de ce fichier a été interrompu. Il reprend où il s’est arrêté.",
    goOn: "Reprendre l’envoi",
  },
  progress: {
    title: "Envoi",
    lowTitle: "Envoi de la petite version",
    sent: (sent, total) => `${sent} sur ${total}`,
    left: {
      seconds: "encore moins d’une minute",
      minutes: (count) => `encore ${count} min environ`,
      hours: (hours, minutes) => `encore ${hours} h ${minutes} min environ`,
    },
    phases: {
      sending: "Envoi en cours. Vous pouvez remplir le reste. Laissez cet onglet ouvert.",
      waiting: "Pas de connexion. L’envoi reprendra tout seul à son retour.",
      paused: "En pause.",
      done: "Le fichier est arrivé.",
    },
    faults: {
      "file-gone":
        "Le fichier n’est plus lisible. Si vous l’avez déplacé ou modifié, remettez-le en place et choisissez-le de nouveau.",
      "signed-out": "Votre session a expiré. Reconnectez-vous, puis reprenez.",
      refused: "Vous ne pouvez pas envoyer ici. Adressez-vous à un responsable du site.",
      gone: "Le serveur n’attend plus ce fichier : un envoi expire après 24 heures. Recommencez.",
      space: "Le serveur n’a plus de place. Supprimez d’abord des vidéos ou des enregistrements.",
      failed: "Le serveur n’accepte pas le fichier. Réessayez, ou recommencez.",
    },
    pause: "Pause",
    resume: "Reprendre",
    cancel: "Annuler l’envoi",
    cancelText: "Ce qui a été envoyé est supprimé avec cette vidéo.",
    interrupted: (received, total) =>
      `L’envoi s’est arrêté à ${received} sur ${total}. Choisissez de nouveau le même fichier : seul le reste sera envoyé.`,
    interruptedConverted: (received, total) =>
      `L’envoi s’est arrêté à ${received} sur ${total}. Le film converti ici est encore sur cet appareil : seul le reste sera envoyé.`,
    chooseAgain: "Choisir le même fichier",
    otherFile: "C’est un autre fichier. Choisissez celui avec lequel l’envoi a commencé.",
    elsewhere:
      "Si l’envoi est en cours sur un autre appareil ou dans un autre onglet, laissez-le continuer là-bas.",
  },
  problems: {
    "not-media":
      "Ce fichier n’est ni une vidéo ni un son lisible. Enregistrez-le ou convertissez-le en MP4, puis envoyez-le.",
    "no-tracks": "Le fichier n’a ni image ni son.",
    "video-codec": (codec) =>
      `L’image est en ${codec}, que beaucoup de téléphones et de téléviseurs n’affichent pas : choisissez H.264 pour filmer ou exporter. Sur un iPhone : Réglages, Appareil photo, Formats, « Le plus compatible ». Envoyez ensuite ce fichier.`,
    "audio-codec": (codec) =>
      `Le son est en ${codec}, qui ne peut pas être diffusé tel quel : choisissez AAC (MP4 ou M4A) pour enregistrer ou exporter. Envoyez ensuite ce fichier.`,
    "key-frames":
      "L’image a trop peu d’images clés pour s’y déplacer : réglez leur intervalle sur 2 secondes à l’export. Envoyez ensuite ce fichier.",
    damaged:
      "Le fichier est abîmé ou incomplet. Exportez-le ou copiez-le de nouveau, puis envoyez-le.",
    "too-long": "Il dure plus de 3 heures. Coupez-le en deux parties.",
    timeout:
      "La vérification du fichier a pris trop de temps. Exportez-le de nouveau en MP4 avec H.264.",
    memory:
      "Le fichier est construit de façon inhabituelle. Exportez-le de nouveau en MP4 avec H.264.",
    disk: "Le disque du serveur est plein. Supprimez des vidéos ou des enregistrements, puis réessayez.",
    missing: "Le fichier n’est pas arrivé en entier. Envoyez-le de nouveau.",
    "files-missing":
      "Ses fichiers ne sont plus sur le serveur : le public ne la voit plus. Demandez à l’administrateur du serveur si une sauvegarde les contient ; elle reviendra d’elle-même avec eux. Sinon, envoyez de nouveau le film et supprimez celle-ci.",
    internal: "Le serveur a eu un problème. Réessayez.",
  },
  otherCodec: "un format inconnu",
};

/** Texts of the studio's pages for own videos: list, recordings, uploads. */
export const ownVideosMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type OwnVideosMessages = typeof en;
