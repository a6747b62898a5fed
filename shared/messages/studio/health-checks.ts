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
    channelLoop: "Playing its own programme, 24/7.",
    channelOff: "Off air. Nothing is expected right now.",
    channelUnknown: "The source doesn't report whether it's on air.",
    channelDown: "The source isn't responding ({reason}).",
    listsGood: "Last updated {at:date}.",
    unitsGood: "Last updated {at:date}. YouTube quota used today: {spent:number} of {most:number}.",
    listsQuiet: "No playlist has been loaded since the server started.",
    listsMissing: "These playlists don't exist on YouTube: {names}.",
    listsAway: "YouTube isn't responding ({reason}). Last updated: {at:date}.",
    unitsHigh:
      "{spent:number} of {most:number} units of today's YouTube quota are used. Last updated: {at:date}.",
    mailGood: "Last email sent {at:date}.",
    mailQuiet: "No email has been sent since the server started.",
    mailFiles: "No mail server is set up. Emails are only written to files on the server.",
    mailFailing: "The mail server refuses emails ({reason}). Last email sent: {at:date}.",
    pushGood: "Devices with reminders: {devices:number}. Last reminder sent {at:date}.",
    pushQuiet:
      "Devices with reminders: {devices:number}. No reminder was due since the server started.",
    pushFailing:
      "{service} refuses reminders ({reason}). Devices with reminders: {devices:number}.",
    pushElsewhere:
      "Reminders need this server's own database. They aren't available with an external project.",
    databaseGood: "{size:bytes}, {connections:number} of {most:number} connections in use.",
    databaseFull: "{connections:number} of {most:number} connections in use. Size: {size:bytes}.",
    databaseAway: "The database isn't responding.",
    projectGood:
      "The external project is responding. See its own dashboard for size and connections.",
    diskGood: "{free:bytes} of {size:bytes} free.",
    diskLasting:
      "{free:bytes} of {size:bytes} free. Growing by {perDay:bytes} a day, so about {days:number} days are left.",
    diskShort:
      "{free:bytes} of {size:bytes} free. Growing by {perDay:bytes} a day, so only about {days:number} days are left.",
    diskSoonFull: "Only {free:bytes} of {size:bytes} free.",
    diskFull: "Nearly full: {free:bytes} of {size:bytes} free.",
    diskUnknown: "The disk space couldn't be read.",
    backupsGood: "Latest backup: {at:date}. Restore test passed on {provenAt:date}.",
    backupsUnproven: "Latest backup: {at:date}. Not tested yet; a restore test runs once a week.",
    backupsNone: "No backup yet. The first one runs tonight.",
    backupsOld: "Latest backup: {at:date}. It's more than a day old.",
    backupsMissing: "This server makes no backups. {reason}",
    backupsFailing: "Backups are failing ({reason}). Latest backup: {at:date}.",
    backupsBroken: "The latest backup couldn't be restored ({reason}).",
    backupsElsewhere: "The external project makes its own backups.",
    ownVideosInBackups: "Own videos: {count:number}. Backups contain them.",
    ownVideosNotInBackups: "Own videos: {count:number}. No backup contains them.",
    ownVideosMissing: "Own videos whose files are gone from the server: {missing:number}.",
    partsGood: "Everything else is working.",
    partsFailing: "Not working: {names}.",
    versions: "Site {product}, Node {node}, PostgreSQL {database}.",
    clockGood: "This device and the server show the same time.",
    clockOff: "The clocks of this device and the server differ by {seconds:number} seconds.",
  },
  next: {
    channelDown:
      "Open Channels and switch to the backup source, or ask the person who streams whether the encoder is running.",
    listsMissing: "Open Videos and enter the playlist's link again. It may be private or deleted.",
    listsAway:
      "Visitors see the last known version. We try again automatically; check back in an hour.",
    unitsHigh: "New videos may appear late today. The quota resets tomorrow.",
    mailFiles:
      "Ask your server administrator to set up a mail server (see docs/configuration.md). Until then, no one receives sign-in links.",
    mailFailing: "Ask your mail provider or server administrator to check the mail account.",
    pushFailing: "We try again automatically. Other devices aren't affected.",
    databaseFull:
      "Ask your server administrator to allow more connections, or to find out what uses them.",
    databaseAway:
      "Ask your server administrator to check immediately. Until then, pages show the last known content.",
    diskShort:
      "Ask your server administrator what is growing so fast, and to free up space this week.",
    diskSoonFull:
      "Ask your server administrator to free up space this week, starting with old backups and logs.",
    diskFull:
      "Ask your server administrator to free up space today. When the disk is full, nothing can be saved.",
    backupsNone:
      "Check again tomorrow morning, or ask your server administrator to make one now: npm run backup.",
    backupsOld: "Ask your server administrator to run: npm run backup.",
    backupsMissing: "Ask your server administrator to set up backups (see docs/configuration.md).",
    backupsFailing:
      "The server tries again every hour. Ask your server administrator to check the disk or storage.",
    backupsBroken: "Ask your server administrator to make a new backup today: npm run backup.",
    ownVideosNotInBackups:
      "Keep your films elsewhere too, or ask your server administrator to set BACKUP_OWN_VIDEOS.",
    ownVideosMissing:
      "Ask your server administrator to restore a backup that contains them. Else upload the films again.",
    partsFailing: "We try again automatically. Tell your server administrator if it lasts a day.",
    clockOff:
      "Turn on automatic date and time on this device. Times you enter here are in the ministry's time zone.",
  },
  names: {
    lists: "Playlists",
    mail: "Email",
    push: "Reminders",
    database: "Database",
    disk: "Disk",
    backups: "Backups",
    ownVideos: "Own videos",
    parts: "Everything else",
    versions: "Versions",
    clock: "Clock",
    other: "Other",
  },
};

export const fr: HealthCheckTexts = {
  says: {
    channelLive: "À l’antenne.",
    channelLoop: "Diffuse son propre programme, 24 h/24.",
    channelOff: "Hors antenne. Rien n’est attendu en ce moment.",
    channelUnknown: "La source n’indique pas si elle est à l’antenne.",
    channelDown: "La source ne répond pas ({reason}).",
    listsGood: "Dernière mise à jour : {at:date}.",
    unitsGood:
      "Dernière mise à jour : {at:date}. Quota YouTube utilisé aujourd’hui : {spent:number} sur {most:number}.",
    listsQuiet: "Aucune playlist n’a été chargée depuis le démarrage du serveur.",
    listsMissing: "Ces playlists n’existent pas sur YouTube : {names}.",
    listsAway: "YouTube ne répond pas ({reason}). Dernière mise à jour : {at:date}.",
    unitsHigh:
      "{spent:number} unités sur {most:number} du quota YouTube du jour sont utilisées. Dernière mise à jour : {at:date}.",
    mailGood: "Dernier e-mail envoyé : {at:date}.",
    mailQuiet: "Aucun e-mail n’a été envoyé depuis le démarrage du serveur.",
    mailFiles:
      "Aucun serveur de messagerie n’est configuré. Les e-mails sont seulement enregistrés en fichiers sur le serveur.",
    mailFailing:
      "Le serveur de messagerie refuse les e-mails ({reason}). Dernier e-mail envoyé : {at:date}.",
    pushGood: "Appareils avec rappels : {devices:number}. Dernier rappel envoyé : {at:date}.",
    pushQuiet:
      "Appareils avec rappels : {devices:number}. Aucun rappel n’était prévu depuis le démarrage du serveur.",
    pushFailing:
      "{service} refuse les rappels ({reason}). Appareils avec rappels : {devices:number}.",
    pushElsewhere:
      "Les rappels nécessitent la base de données de ce serveur. Ils ne sont pas disponibles avec un projet externe.",
    databaseGood: "{size:bytes}, {connections:number} connexions utilisées sur {most:number}.",
    databaseFull:
      "{connections:number} connexions utilisées sur {most:number}. Taille : {size:bytes}.",
    databaseAway: "La base de données ne répond pas.",
    projectGood:
      "Le projet externe répond. Consultez son tableau de bord pour la taille et les connexions.",
    diskGood: "{free:bytes} libres sur {size:bytes}.",
    diskLasting:
      "{free:bytes} libres sur {size:bytes}. Avec {perDay:bytes} de plus par jour, il reste environ {days:number} jours.",
    diskShort:
      "{free:bytes} libres sur {size:bytes}. Avec {perDay:bytes} de plus par jour, il ne reste qu’environ {days:number} jours.",
    diskSoonFull: "Seulement {free:bytes} libres sur {size:bytes}.",
    diskFull: "Presque plein : {free:bytes} libres sur {size:bytes}.",
    diskUnknown: "L’espace disque n’a pas pu être lu.",
    backupsGood: "Dernière sauvegarde : {at:date}. Test de restauration réussi le {provenAt:date}.",
    backupsUnproven:
      "Dernière sauvegarde : {at:date}. Pas encore testée ; un test de restauration a lieu chaque semaine.",
    backupsNone: "Pas encore de sauvegarde. La première aura lieu cette nuit.",
    backupsOld: "Dernière sauvegarde : {at:date}. Elle date de plus d’un jour.",
    backupsMissing: "Ce serveur ne fait pas de sauvegardes. {reason}",
    backupsFailing: "Les sauvegardes échouent ({reason}). Dernière sauvegarde : {at:date}.",
    backupsBroken: "La dernière sauvegarde n’a pas pu être restaurée ({reason}).",
    backupsElsewhere: "Le projet externe fait ses propres sauvegardes.",
    ownVideosInBackups: "Vidéos à vous : {count:number}. Les sauvegardes les contiennent.",
    ownVideosNotInBackups: "Vidéos à vous : {count:number}. Aucune sauvegarde ne les contient.",
    ownVideosMissing:
      "Vidéos à vous dont les fichiers ne sont plus sur le serveur : {missing:number}.",
    partsGood: "Tout le reste fonctionne.",
    partsFailing: "Ne fonctionne pas : {names}.",
    versions: "Site {product}, Node {node}, PostgreSQL {database}.",
    clockGood: "Cet appareil et le serveur sont à la même heure.",
    clockOff: "Les horloges de cet appareil et du serveur ont {seconds:number} secondes d’écart.",
  },
  next: {
    channelDown:
      "Ouvrez Chaînes et passez à la source de secours, ou demandez à la personne qui diffuse si l’encodeur fonctionne.",
    listsMissing:
      "Ouvrez Vidéos et saisissez de nouveau le lien de la playlist. Elle est peut-être privée ou supprimée.",
    listsAway:
      "Les visiteurs voient la dernière version connue. Un nouvel essai est automatique ; revenez dans une heure.",
    unitsHigh:
      "Les nouvelles vidéos peuvent apparaître plus tard aujourd’hui. Le quota est remis à zéro demain.",
    mailFiles:
      "Demandez à l’administrateur du serveur de configurer un serveur de messagerie (voir docs/configuration.md). D’ici là, personne ne reçoit de lien de connexion.",
    mailFailing:
      "Demandez à votre fournisseur de messagerie ou à l’administrateur du serveur de vérifier le compte.",
    pushFailing: "Un nouvel essai est automatique. Les autres appareils ne sont pas concernés.",
    databaseFull:
      "Demandez à l’administrateur du serveur d’autoriser plus de connexions, ou de chercher ce qui les utilise.",
    databaseAway:
      "Demandez à l’administrateur du serveur de vérifier immédiatement. D’ici là, les pages affichent le dernier contenu connu.",
    diskShort:
      "Demandez à l’administrateur du serveur ce qui grossit si vite, et de libérer de l’espace cette semaine.",
    diskSoonFull:
      "Demandez à l’administrateur du serveur de libérer de l’espace cette semaine, en commençant par les anciennes sauvegardes et les journaux.",
    diskFull:
      "Demandez à l’administrateur du serveur de libérer de l’espace aujourd’hui. Une fois le disque plein, plus rien ne peut être enregistré.",
    backupsNone:
      "Revenez demain matin, ou demandez à l’administrateur du serveur d’en faire une maintenant : npm run backup.",
    backupsOld: "Demandez à l’administrateur du serveur de lancer : npm run backup.",
    backupsMissing:
      "Demandez à l’administrateur du serveur de configurer les sauvegardes (voir docs/configuration.md).",
    backupsFailing:
      "Le serveur réessaie toutes les heures. Demandez à l’administrateur du serveur de vérifier le disque ou le stockage.",
    backupsBroken:
      "Demandez à l’administrateur du serveur de faire une nouvelle sauvegarde aujourd’hui : npm run backup.",
    ownVideosNotInBackups:
      "Gardez vos films ailleurs aussi, ou demandez à l’administrateur du serveur de régler BACKUP_OWN_VIDEOS.",
    ownVideosMissing:
      "Demandez à l’administrateur du serveur de restaurer une sauvegarde qui les contient. Sinon, envoyez de nouveau les films.",
    partsFailing:
      "Un nouvel essai est automatique. Prévenez l’administrateur du serveur si cela dure un jour.",
    clockOff:
      "Activez la date et l’heure automatiques sur cet appareil. Les heures saisies ici sont celles du ministère.",
  },
  names: {
    lists: "Playlists",
    mail: "E-mails",
    push: "Rappels",
    database: "Base de données",
    disk: "Disque",
    backups: "Sauvegardes",
    ownVideos: "Vos propres vidéos",
    parts: "Tout le reste",
    versions: "Versions",
    clock: "Horloge",
    other: "Autre",
  },
};
