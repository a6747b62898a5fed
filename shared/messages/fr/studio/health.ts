import type { health as en } from "#shared/messages/en/studio/health.ts";

export const health: typeof en = {
  title: "État du site",
  intro: "Ce dont le site a besoin, et quoi faire quand un voyant n’est pas vert.",
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
  tones: { good: "Bien", warn: "À regarder", bad: "Besoin de vous", off: "Calme" },
  summary: {
    good: "Tout va bien.",
    warn: (count) =>
      count === 1 ? "Un voyant est à regarder." : `${count} voyants sont à regarder.`,
    bad: (count) =>
      count === 1 ? "Un voyant a besoin de vous." : `${count} voyants ont besoin de vous.`,
  },
  since: (time) => `Depuis ${time}`,
  nextStep: "Ce qui aide :",
  readAt: (time) => `Relevé : ${time}`,
  lookAgain: "Regarder encore",
  loading: "Tout est examiné…",
  failed: "Le serveur n’a pas dit comment il va.",
  alerts: {
    title: "Me prévenir par message",
    text: "Un message quand un voyant passe au rouge, au plus toutes les six heures, et un autre quand tout va de nouveau bien. Vous seul le recevez.",
    tell: (name) => `Me prévenir par message : ${name}`,
    short: "Me prévenir par message",
    elsewhere:
      "Avec un projet hébergé ailleurs, ce serveur ne connaît aucune adresse et ne peut pas vous écrire. Passez ici de temps en temps.",
    failed: "Cela n’a pas pu être enregistré. Réessayez.",
    test: "M’envoyer un message d’essai",
    testing: "Envoi en cours…",
    outcomes: {
      sent: "Envoyé. Regardez votre boîte, et parmi les indésirables.",
      file: "Écrit en fichier sur le serveur : aucun serveur de messagerie n’est réglé.",
      failed: "Le serveur de messagerie ne l’a pas pris. Le voyant de la messagerie dit pourquoi.",
      no_address: "Votre compte n’a pas d’adresse de messagerie.",
      too_many: "C’est assez pour le moment. Réessayez dans une heure.",
    },
  },
  mail: {
    badSubject: (site, name) => `${site} : ${name} a besoin de vous`,
    wellSubject: (site, name) => `${site} : ${name} va de nouveau bien`,
    testSubject: (site) => `${site} : un essai des messages d’état`,
    test: "Ce message a été demandé sur la page de l’état du site. Quand un voyant que vous suivez passe au rouge, un message arrive ici.",
    page: (address) => `Tous les voyants : ${address}`,
  },
};
