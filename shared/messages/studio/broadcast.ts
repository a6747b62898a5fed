import type { Language } from "#shared/languages.ts";

const en = {
  title: "Live broadcast",
  states: {
    onAir: (time: string) => `On the air since ${time}`,
    notShown: "It arrives, but the channel plays another source",
    starting: "It arrives; viewers see it within seconds",
    gone: "Nothing arrives any more. The back-up plays if it is not back within 10 seconds.",
    stopping: "Ending",
    none: "Nothing arrives",
  },
  notShown: "This channel plays another source: nobody sees what arrives here.",
  show: "Show our broadcasts on this channel",
  setUp: "Send with OBS or another encoder",
  server: "Server",
  key: "Stream key",
  keyHint: "It is shown only once. Paste it into the encoder now, and give it to nobody.",
  keyMade: (day: string) => `The channel has a key since ${day}. Nobody can read it again.`,
  noKey: "Without a key no encoder can send to this channel.",
  makeKey: "Make a key",
  newKey: "New key",
  newKeyText:
    "The key of now stops working at once, and a broadcast that runs with it ends. Enter the new one in the encoder.",
  removeKey: "Remove the key",
  removeKeyText: "No encoder can send to this channel then. A broadcast that runs with it ends.",
  copy: (what: string) => `Copy: ${what}`,
  copied: "Copied",
  copyFailed: "This browser cannot copy. Mark the text and copy it by hand.",
  keyRemoved: "The key is removed",
  advice:
    'In OBS: Settings, Stream, Service "Custom". Under Output: encoder H.264, 1,500 to 2,500 kbit/s, key frame interval 2 s, sound AAC.',
  accept: "Encoders (OBS)",
  closed: "No encoder can send to this server yet. Phones and computers go live without it.",
  accepted: "Encoders can send now",
  refuse: "Refuse encoders",
  refuseText:
    "OBS and other encoders are refused at once, on all channels, and their broadcasts that run now end. Keys and recordings stay. Phones and computers go on.",
  noLonger: "Encoders are refused now",
  noPort:
    "The operator of this server has switched encoders off (RTMP_PORT=off), and only they can allow them. Phones and computers can still go live.",
  portProblems: {
    "in-use":
      "Another program on the server uses the port for encoders. Only the operator of the server can repair it: end that program, or set another port (RTMP_PORT). It opens by itself seconds after the other program has ended.",
    "not-allowed":
      "The server may not open the port for encoders. Only the operator of the server can repair it: set RTMP_PORT to a number above 1023, such as 1935.",
    unknown:
      "The port for encoders cannot be opened. Tell the operator of the server: the server's log says why.",
  },
  refused: {
    "wrong-key": (time: string) =>
      `At ${time} an encoder came with a wrong key. Check server and key in OBS.`,
    busy: (time: string) => `At ${time} a second encoder was refused: one sends already.`,
    stopped: (time: string) =>
      `At ${time} the encoder was refused, because the broadcast was stopped here. It may return after two minutes.`,
    unavailable: (time: string) =>
      `At ${time} an encoder was refused: the database did not answer.`,
  },
  facts: {
    picture: "Picture",
    pictureOf: (width: number, height: number, rate: string) => `${width} × ${height}, ${rate} fps`,
    keyFrames: "Key frames",
    every: (seconds: string) => (seconds === "1" ? "every second" : `every ${seconds} s`),
    bitRate: "Arrives",
    sound: "Sound",
    soundOf: (kilohertz: string, channels: number) =>
      `${kilohertz} kHz, ${channels === 1 ? "mono" : "stereo"}`,
    drops: "Missing pictures",
    watching: "Watching",
    about: (count: string) => `about ${count}`,
    notCounted: "not counted",
    bandwidth: "Goes out",
    encoder: "Encoder",
    disk: "Free disk",
    recordings: "Recordings",
    recordingsOf: (used: string, most: string) => `${used} of ${most}`,
    unknown: "–",
    rate: (megabits: string) => `${megabits} Mbit/s`,
  },
  checkResults: {
    "unsupported-video": (codec: string) => `${codec} received: choose H.264 in the encoder.`,
    "unsupported-audio": (codec: string) => `${codec} sound received: choose AAC in the encoder.`,
    "key-frame-interval": (seconds: string) =>
      `Key frames every ${seconds} s: set the key frame interval to 2 s in OBS.`,
    "no-key-frame": (seconds: string) =>
      `No key frame for ${seconds} s: set the key frame interval to 2 s in OBS.`,
    "frame-rate": (rate: string) => `${rate} pictures a second: choose 25 or 30.`,
    size: (width: number, height: number) =>
      `${width} × ${height} is too large for phones: choose 1280 × 720.`,
    "bit-rate": (rate: string, limit: string) =>
      `${rate} kbit/s is above the limit of ${limit}: lower the bit rate.`,
    "no-video": "No picture arrives: check the camera in the encoder.",
    "no-audio": "No sound arrives: check the microphone in the encoder.",
    drops: (count: string) =>
      `Pictures missing in the last minute: ${count}. The line or the computer is too slow: lower the bit rate.`,
    "time-jumps": (count: string) =>
      `The encoder's clock jumped ${count === "1" ? "once" : `${count} times`}: start it again.`,
    "no-data": (seconds: string) => `Nothing has arrived for ${seconds} s: check the line.`,
  },
  recordingProblem: {
    disk: "The disk is full: the recording has ended. The broadcast goes on.",
    quota: "Recordings have reached their limit: this one has ended. The broadcast goes on.",
  },
  chapters: "Chapters",
  mark: "Mark a chapter here",
  marked: "The chapter is marked",
  chapterName: (time: string) => `Name of the chapter at ${time}`,
  named: "The name is saved",
  removeChapter: (time: string) => `Remove the chapter at ${time}`,
  stop: "End the broadcast",
  stopText: {
    rtmp: "Viewers go back to the back-up. The recording stays. The encoder is refused for two minutes.",
    browser:
      "Viewers go back to the back-up. The recording stays. The phone or computer that films stops.",
  },
  stopped: "The broadcast ends",
  ended: {
    text: "The broadcast has ended.",
    recorded: "The broadcast has ended, and its recording is saved. Publish it when you are ready.",
  },
  kept: {
    title: "Recordings",
    intro: "Broadcasts that were kept. Delete what you no longer need before they are full.",
    unknownStart: "Without a picture",
    length: (minutes: string) => `${minutes} min`,
    onServer: (name: string) => `on the server ${name}`,
    delete: (start: string) => `Delete the recording: ${start}`,
    deleteTitle: "Delete the recording",
    deleteText: (start: string, size: string) =>
      size === ""
        ? `The recording of ${start} goes for good. Nobody can bring it back.`
        : `The recording of ${start} goes for good and frees ${size}. Nobody can bring it back.`,
    deleted: "The recording is deleted",
  },
};

const fr: typeof en = {
  title: "Direct",
  states: {
    onAir: (time) => `À l’antenne depuis ${time}`,
    notShown: "Le signal arrive, mais la chaîne diffuse une autre source",
    starting: "Le signal arrive ; il sera visible dans quelques secondes",
    gone: "Plus rien n’arrive. Sans retour d’ici 10 secondes, la source de secours joue.",
    stopping: "Fin en cours",
    none: "Rien n’arrive",
  },
  notShown: "Cette chaîne diffuse une autre source : personne ne voit ce qui arrive ici.",
  show: "Diffuser nos directs sur cette chaîne",
  setUp: "Envoyer avec OBS ou un autre encodeur",
  server: "Serveur",
  key: "Clé de flux",
  keyHint:
    "Elle ne s’affiche qu’une fois. Collez-la maintenant dans l’encodeur et ne la donnez à personne.",
  keyMade: (day) => `La chaîne a une clé depuis le ${day}. Plus personne ne peut la lire.`,
  noKey: "Sans clé, aucun encodeur ne peut envoyer vers cette chaîne.",
  makeKey: "Créer une clé",
  newKey: "Nouvelle clé",
  newKeyText:
    "La clé actuelle cesse aussitôt de fonctionner, et un direct en cours avec elle se termine. Saisissez la nouvelle dans l’encodeur.",
  removeKey: "Retirer la clé",
  removeKeyText:
    "Aucun encodeur ne pourra plus envoyer vers cette chaîne. Un direct en cours avec elle se termine.",
  copy: (what) => `Copier : ${what}`,
  copied: "Copié",
  copyFailed: "Ce navigateur ne peut pas copier. Sélectionnez le texte et copiez-le à la main.",
  keyRemoved: "La clé est retirée",
  advice:
    "Dans OBS : Paramètres, Diffusion, service « Personnalisé ». Sous Sortie : encodeur H.264, 1 500 à 2 500 kbit/s, intervalle d’images clés de 2 s, son AAC.",
  accept: "Encodeurs (OBS)",
  closed:
    "Aucun encodeur ne peut encore envoyer vers ce serveur. Les téléphones et les ordinateurs passent en direct sans cela.",
  accepted: "Les encodeurs peuvent envoyer",
  refuse: "Refuser les encodeurs",
  refuseText:
    "OBS et les autres encodeurs sont refusés aussitôt, sur toutes les chaînes, et leurs directs en cours se terminent. Les clés et les enregistrements restent. Les téléphones et les ordinateurs continuent.",
  noLonger: "Les encodeurs sont refusés",
  noPort:
    "L’administrateur de ce serveur a désactivé les encodeurs (RTMP_PORT=off), et lui seul peut les permettre. Les téléphones et les ordinateurs peuvent passer en direct.",
  portProblems: {
    "in-use":
      "Un autre programme du serveur occupe le port des encodeurs. Seul l’administrateur du serveur peut y remédier : arrêter ce programme, ou choisir un autre port (RTMP_PORT). Il s’ouvrira tout seul quelques secondes après l’arrêt de l’autre programme.",
    "not-allowed":
      "Le serveur n’a pas le droit d’ouvrir le port des encodeurs. Seul l’administrateur du serveur peut y remédier : donner à RTMP_PORT un numéro supérieur à 1023, comme 1935.",
    unknown:
      "Le port des encodeurs ne peut pas être ouvert. Prévenez l’administrateur du serveur : le journal du serveur dit pourquoi.",
  },
  refused: {
    "wrong-key": (time) =>
      `À ${time}, un encodeur s’est présenté avec une mauvaise clé. Vérifiez le serveur et la clé dans OBS.`,
    busy: (time) => `À ${time}, un second encodeur a été refusé : un autre envoie déjà.`,
    stopped: (time) =>
      `À ${time}, l’encodeur a été refusé, car le direct a été arrêté ici. Il peut revenir après deux minutes.`,
    unavailable: (time) =>
      `À ${time}, un encodeur a été refusé : la base de données n’a pas répondu.`,
  },
  facts: {
    picture: "Image",
    pictureOf: (width, height, rate) => `${width} × ${height}, ${rate} i/s`,
    keyFrames: "Images clés",
    every: (seconds) => (seconds === "1" ? "chaque seconde" : `toutes les ${seconds} s`),
    bitRate: "Débit reçu",
    sound: "Son",
    soundOf: (kilohertz, channels) => `${kilohertz} kHz, ${channels === 1 ? "mono" : "stéréo"}`,
    drops: "Images manquantes",
    watching: "Spectateurs",
    about: (count) => `environ ${count}`,
    notCounted: "non compté",
    bandwidth: "Débit sortant",
    encoder: "Encodeur",
    disk: "Disque libre",
    recordings: "Enregistrements",
    recordingsOf: (used, most) => `${used} sur ${most}`,
    unknown: "–",
    rate: (megabits) => `${megabits} Mbit/s`,
  },
  checkResults: {
    "unsupported-video": (codec) => `${codec} reçu : choisissez H.264 dans l’encodeur.`,
    "unsupported-audio": (codec) => `Son ${codec} reçu : choisissez AAC dans l’encodeur.`,
    "key-frame-interval": (seconds) =>
      `Images clés toutes les ${seconds} s : réglez leur intervalle sur 2 s dans OBS.`,
    "no-key-frame": (seconds) =>
      `Aucune image clé depuis ${seconds} s : réglez leur intervalle sur 2 s dans OBS.`,
    "frame-rate": (rate) => `${rate} images par seconde : choisissez 25 ou 30.`,
    size: (width, height) =>
      `${width} × ${height}, c’est trop grand pour les téléphones : choisissez 1280 × 720.`,
    "bit-rate": (rate, limit) => `${rate} kbit/s dépasse la limite de ${limit} : baissez le débit.`,
    "no-video": "Aucune image n’arrive : vérifiez la caméra dans l’encodeur.",
    "no-audio": "Aucun son n’arrive : vérifiez le micro dans l’encodeur.",
    drops: (count) =>
      `Images manquantes pendant la dernière minute : ${count}. La ligne ou l’ordinateur est trop lent : baissez le débit.`,
    "time-jumps": (count) => `L’horloge de l’encodeur a sauté ${count} fois : redémarrez-le.`,
    "no-data": (seconds) => `Rien n’est arrivé depuis ${seconds} s : vérifiez la connexion.`,
  },
  recordingProblem: {
    disk: "Le disque est plein : l’enregistrement est terminé. Le direct continue.",
    quota:
      "Les enregistrements ont atteint leur limite : celui-ci est terminé. Le direct continue.",
  },
  chapters: "Chapitres",
  mark: "Marquer un chapitre ici",
  marked: "Le chapitre est marqué",
  chapterName: (time) => `Nom du chapitre de ${time}`,
  named: "Le nom est enregistré",
  removeChapter: (time) => `Retirer le chapitre de ${time}`,
  stop: "Terminer le direct",
  stopText: {
    rtmp: "Les spectateurs reviennent à la source de secours. L’enregistrement reste. L’encodeur est refusé pendant deux minutes.",
    browser:
      "Les spectateurs reviennent à la source de secours. L’enregistrement reste. Le téléphone ou l’ordinateur qui filme s’arrête.",
  },
  stopped: "Le direct se termine",
  ended: {
    text: "Le direct est terminé.",
    recorded: "Le direct est terminé et son enregistrement est là. Publiez-le quand vous voulez.",
  },
  kept: {
    title: "Enregistrements",
    intro:
      "Les directs qui ont été gardés. Supprimez ceux dont vous n’avez plus besoin avant que la place manque.",
    unknownStart: "Sans image",
    length: (minutes) => `${minutes} min`,
    onServer: (name) => `sur le serveur ${name}`,
    delete: (start) => `Supprimer l’enregistrement : ${start}`,
    deleteTitle: "Supprimer l’enregistrement",
    deleteText: (start, size) =>
      size === ""
        ? `L’enregistrement du ${start} disparaît pour toujours. Personne ne pourra le rétablir.`
        : `L’enregistrement du ${start} disparaît pour toujours et libère ${size}. Personne ne pourra le rétablir.`,
    deleted: "L’enregistrement est supprimé",
  },
};

/** Texts of a channel's live broadcasts in the studio. */
export const broadcastMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type BroadcastMessages = typeof en;
