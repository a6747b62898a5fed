import type { HealthText } from "#shared/studio/health.ts";

/** `{name}` and `{name:bytes}` are placeholders; see fillWords in shared/studio/health-texts.ts. */
type HealthCheckTexts = {
  readonly says: Readonly<Record<HealthText, string>>;
  readonly next: Partial<Readonly<Record<HealthText, string>>>;
  readonly names: Readonly<Record<string, string> & { other: string }>;
};

/** Texts of each health check; `healthMessages` contains them. */
export const en: HealthCheckTexts = {
  says: {
    channelLive: "On air.",
    channelLoop: "Plays its own films, all day.",
    channelOff: "Off air. Nothing is expected right now.",
    channelUnknown: "The source does not say whether it is on air.",
    channelDown: "The source does not answer ({reason}).",
    listsGood: "Last read {at:date}.",
    unitsGood: "Last read {at:date}. Units of today: {spent:number} of {most:number}.",
    listsQuiet: "No list of the video platform was needed since the server started.",
    listsMissing: "The platform does not know these lists: {names}.",
    listsAway: "The video platform does not answer ({reason}). Last read: {at:date}.",
    unitsHigh: "{spent:number} of {most:number} units of today are used. Last read: {at:date}.",
    mailGood: "The last mail was sent {at:date}.",
    mailQuiet: "No mail was sent since the server started.",
    mailFiles: "No mail server is set up: mails are only kept as files on the server.",
    mailFailing:
      "The mail server does not take mails ({reason}). The last one that went: {at:date}.",
    pushGood: "{devices:number} devices want reminders. The last one went {at:date}.",
    pushQuiet: "{devices:number} devices want reminders. None was due since the server started.",
    pushFailing:
      "{service} does not take reminders ({reason}). {devices:number} devices want them.",
    pushElsewhere: "Reminders need a database of this server; the project elsewhere has none.",
    databaseGood: "{size:bytes}, {connections:number} of {most:number} connections in use.",
    databaseFull:
      "{connections:number} of {most:number} connections are in use. It holds {size:bytes}.",
    databaseAway: "The database does not answer.",
    projectGood: "The project answers. Its own pages show size and connections.",
    diskGood: "{free:bytes} of {size:bytes} free.",
    diskLasting:
      "{free:bytes} of {size:bytes} free. A day takes {perDay:bytes}, so it lasts {days:number} days.",
    diskShort:
      "{free:bytes} of {size:bytes} free. A day takes {perDay:bytes}, so it lasts only {days:number} days.",
    diskSoonFull: "Only {free:bytes} of {size:bytes} free.",
    diskFull: "Nearly full: {free:bytes} of {size:bytes} free.",
    diskUnknown: "The disk could not be measured.",
    backupsGood: "The newest is of {at:date}. Proven by a restore on {provenAt:date}.",
    backupsUnproven:
      "The newest is of {at:date}. None was tried by a restore yet; that happens once a week.",
    backupsNone: "There is no backup yet. The first one is due in the coming night.",
    backupsOld: "The newest is of {at:date}: older than a night.",
    backupsMissing: "This server makes none. {reason}",
    backupsFailing:
      "The one of the night could not be made ({reason}). The newest is of {at:date}.",
    backupsBroken: "The newest could not be restored ({reason}).",
    backupsElsewhere: "The project elsewhere keeps its own backups.",
    partsGood: "Everything else that was needed works.",
    partsFailing: "These do not work: {names}.",
    versions: "Site {product}, Node {node}, PostgreSQL {database}.",
    clockGood: "This device and the server agree.",
    clockOff: "This device and the server differ by {seconds:number} seconds.",
  },
  next: {
    channelDown:
      "Open Channels and take the back-up source, or ask whoever sends the stream whether it is running.",
    listsMissing: "Open Videos and put in the list’s link again; it may be private or deleted.",
    listsAway:
      "Visitors see what was read last. It is tried again by itself; look again in an hour.",
    unitsHigh: "New videos may show up late today. Tomorrow the units begin anew.",
    mailFiles:
      "Ask whoever runs the server to set the address of a mail server, such as smtps://login:password@mail.example.org (README names the setting), and to start it again. Until then nobody gets a link to sign in.",
    mailFailing: "Ask the mail provider, or whoever runs the server, to look at the mail account.",
    pushFailing: "It is tried again by itself. Other devices are reached.",
    databaseFull:
      "Ask whoever runs the server to allow more connections, or to look for what holds them.",
    databaseAway: "Ask whoever runs the server to look at once. Pages go on with what they know.",
    diskShort: "Ask whoever runs the server what grows so fast, and to make room this week.",
    diskSoonFull: "Ask whoever runs the server to make room this week: old backups and logs first.",
    diskFull:
      "Ask whoever runs the server to make room today. When it is full, nothing can be saved.",
    backupsNone:
      "Look again tomorrow morning, or ask whoever runs the server to make it now: npm run backup.",
    backupsOld: "Ask whoever runs the server to run: npm run backup.",
    backupsMissing: "Ask whoever runs the server to set it up: README names the settings.",
    backupsFailing:
      "It is tried again each hour. Ask whoever runs the server to look at the disk or the store.",
    backupsBroken: "Ask whoever runs the server to make a new one today: npm run backup.",
    partsFailing:
      "They are tried again by themselves. Tell whoever runs the server if it lasts a day.",
    clockOff:
      "Check that this device sets its clock by itself. Times that you enter here are the ministry’s.",
  },
  names: {
    lists: "Video lists",
    mail: "Mail",
    push: "Reminders",
    database: "Database",
    disk: "Disk",
    backups: "Backups",
    parts: "Everything else",
    versions: "Versions",
    clock: "Clock",
    other: "Part of the server",
  },
};

export const fr: HealthCheckTexts = {
  says: {
    channelLive: "À l’antenne.",
    channelLoop: "Passe ses propres films, toute la journée.",
    channelOff: "Hors antenne. Rien n’est attendu en ce moment.",
    channelUnknown: "La source ne dit pas si elle est à l’antenne.",
    channelDown: "La source ne répond pas ({reason}).",
    listsGood: "Dernière lecture : {at:date}.",
    unitsGood: "Dernière lecture : {at:date}. Unités du jour : {spent:number} sur {most:number}.",
    listsQuiet:
      "Aucune liste de la plateforme vidéo n’a été demandée depuis le démarrage du serveur.",
    listsMissing: "La plateforme ne connaît pas ces listes : {names}.",
    listsAway: "La plateforme vidéo ne répond pas ({reason}). Dernière lecture : {at:date}.",
    unitsHigh:
      "{spent:number} des {most:number} unités du jour sont utilisées. Dernière lecture : {at:date}.",
    mailGood: "Le dernier message est parti : {at:date}.",
    mailQuiet: "Aucun message n’est parti depuis le démarrage du serveur.",
    mailFiles:
      "Aucun serveur de messagerie n’est réglé : les messages restent en fichiers sur le serveur.",
    mailFailing:
      "Le serveur de messagerie refuse les messages ({reason}). Le dernier parti : {at:date}.",
    pushGood: "{devices:number} appareils veulent des rappels. Le dernier est parti : {at:date}.",
    pushQuiet:
      "{devices:number} appareils veulent des rappels. Aucun n’était prévu depuis le démarrage du serveur.",
    pushFailing: "{service} refuse les rappels ({reason}). {devices:number} appareils en veulent.",
    pushElsewhere:
      "Les rappels demandent une base de données de ce serveur ; le projet hébergé ailleurs n’en a pas.",
    databaseGood: "{size:bytes}, {connections:number} connexions utilisées sur {most:number}.",
    databaseFull:
      "{connections:number} connexions sur {most:number} sont utilisées. La base occupe {size:bytes}.",
    databaseAway: "La base de données ne répond pas.",
    projectGood: "Le projet répond. Ses propres pages montrent sa taille et ses connexions.",
    diskGood: "{free:bytes} libres sur {size:bytes}.",
    diskLasting:
      "{free:bytes} libres sur {size:bytes}. Un jour prend {perDay:bytes} ; il reste donc {days:number} jours.",
    diskShort:
      "{free:bytes} libres sur {size:bytes}. Un jour prend {perDay:bytes} ; il ne reste donc que {days:number} jours.",
    diskSoonFull: "Seulement {free:bytes} libres sur {size:bytes}.",
    diskFull: "Presque plein : {free:bytes} libres sur {size:bytes}.",
    diskUnknown: "Le disque n’a pas pu être mesuré.",
    backupsGood:
      "La plus récente date du {at:date}. Prouvée par une restauration le {provenAt:date}.",
    backupsUnproven:
      "La plus récente date du {at:date}. Aucune n’a encore été essayée par une restauration ; cela se fait chaque semaine.",
    backupsNone:
      "Il n’y a pas encore de sauvegarde. La première est prévue pour la nuit prochaine.",
    backupsOld: "La plus récente date du {at:date} : elle a plus d’une nuit.",
    backupsMissing: "Ce serveur n’en fait aucune. {reason}",
    backupsFailing:
      "Celle de la nuit n’a pas pu être faite ({reason}). La plus récente date du {at:date}.",
    backupsBroken: "La plus récente n’a pas pu être restaurée ({reason}).",
    backupsElsewhere: "Le projet hébergé ailleurs garde ses propres sauvegardes.",
    partsGood: "Tout le reste, là où il a servi, fonctionne.",
    partsFailing: "Ceci ne fonctionne pas : {names}.",
    versions: "Site {product}, Node {node}, PostgreSQL {database}.",
    clockGood: "Cet appareil et le serveur sont d’accord.",
    clockOff: "Cet appareil et le serveur diffèrent de {seconds:number} secondes.",
  },
  next: {
    channelDown:
      "Ouvrez Chaînes et prenez la source de secours, ou demandez à qui envoie le flux s’il tourne.",
    listsMissing:
      "Ouvrez Vidéos et remettez le lien de la liste ; elle est peut-être privée ou supprimée.",
    listsAway:
      "Les visiteurs voient la dernière lecture. Un nouvel essai se fait tout seul ; revenez dans une heure.",
    unitsHigh:
      "Les nouvelles vidéos peuvent tarder aujourd’hui. Demain, les unités repartent de zéro.",
    mailFiles:
      "Demandez à qui gère le serveur de régler l’adresse d’un serveur de messagerie, par exemple smtps://login:password@mail.example.org (README nomme le réglage), puis de le relancer. D’ici là, personne ne reçoit de lien de connexion.",
    mailFailing:
      "Demandez au fournisseur de messagerie, ou à qui gère le serveur, de voir le compte.",
    pushFailing: "Un nouvel essai se fait tout seul. Les autres appareils sont joints.",
    databaseFull:
      "Demandez à qui gère le serveur de permettre plus de connexions, ou de chercher ce qui les retient.",
    databaseAway:
      "Demandez à qui gère le serveur de regarder tout de suite. Les pages continuent avec ce qu’elles savent.",
    diskShort:
      "Demandez à qui gère le serveur ce qui grossit si vite, et de faire de la place cette semaine.",
    diskSoonFull:
      "Demandez à qui gère le serveur de faire de la place cette semaine : d’abord les vieilles sauvegardes et les journaux.",
    diskFull:
      "Demandez à qui gère le serveur de faire de la place aujourd’hui. Une fois plein, plus rien ne s’enregistre.",
    backupsNone:
      "Revenez demain matin, ou demandez à qui gère le serveur de la faire maintenant : npm run backup.",
    backupsOld: "Demandez à qui gère le serveur de lancer : npm run backup.",
    backupsMissing:
      "Demandez à qui gère le serveur de les mettre en place : README nomme les réglages.",
    backupsFailing:
      "Un nouvel essai se fait chaque heure. Demandez à qui gère le serveur de voir le disque ou le dépôt.",
    backupsBroken:
      "Demandez à qui gère le serveur d’en faire une nouvelle aujourd’hui : npm run backup.",
    partsFailing:
      "Un nouvel essai se fait tout seul. Prévenez qui gère le serveur si cela dure un jour.",
    clockOff:
      "Vérifiez que cet appareil règle son horloge tout seul. Les heures que vous saisissez ici sont celles du ministère.",
  },
  names: {
    lists: "Listes de vidéos",
    mail: "Messagerie",
    push: "Rappels",
    database: "Base de données",
    disk: "Disque",
    backups: "Sauvegardes",
    parts: "Tout le reste",
    versions: "Versions",
    clock: "Horloge",
    other: "Partie du serveur",
  },
};
