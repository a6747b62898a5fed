/** Texts of the import of devotionals; `devotionalsMessages` contains them. */
export const en = {
  file: {
    title: "Import devotionals",
    intro:
      "Choose a JSON file or a table saved as CSV. You see every day before anything is published, and can undo all of it at once.",
    columns:
      "Columns: date (or day), title, verse, content; if you like, language, reflection and publishAt.",
    month: "Month, where a row gives a day alone",
    language: "Language, where a row names none",
    choose: "Choose a file",
    faults: {
      type: "Choose a file whose name ends in .json or .csv. A spreadsheet can be saved as CSV.",
      size: "The file may be at most 4 MB.",
      syntax: "The file is not valid JSON.",
      array: "JSON must be an array",
      count: "A file may hold at most 800 days.",
      columns: "The first line must name the columns: date or day, title and content at least.",
      empty: "There is no day in this file.",
    },
    found: (good: number, bad: number) => {
      const days = good === 1 ? "1 day is ready" : `${good} days are ready`;
      if (bad === 0) return `${days}.`;
      return bad === 1 ? `${days}, 1 has a fault.` : `${days}, ${bad} have a fault.`;
    },
    dateOrder: "How are the dates of this file written?",
    dateOrderText: (date: string) =>
      `None of them shows whether the day or the month stands first. Which day is ${date}?`,
    existing: "Days that are published already",
    choices: {
      add: "Add",
      replace: "Replace",
      keep: "Keep what is published",
      skip: "Leave out",
    },
    table: "Days of the file",
    place: (line: number, title: string) =>
      title === "" ? `Line ${line}` : `Line ${line}: ${title}`,
    choiceOf: (day: string) => `What to do with ${day}`,
    noDay: "No day",
    fault: {
      item: "This is not a devotional.",
      day: "No such day. Write it as 2026-11-23 or 23/11/2026.",
      language: "A language that this site does not have.",
      twice: (line: number) => `The same day stands on line ${line} already.`,
      missing: (field: string) => `${field}: is missing.`,
      long: (field: string) => `${field}: is too long.`,
      signs: (field: string) => `${field}: holds signs that cannot be shown.`,
      text: (field: string) => `${field}: must be a text.`,
      time: "The time it appears cannot be read. Write it as 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count === 1 ? "Publish 1 devotional" : `Publish ${count} devotionals`,
    publishing: "Publishing…",
    done: (count: number) =>
      count === 1 ? "1 devotional is published" : `${count} devotionals are published`,
    summary: (count: number) => `Imported ${count} devotionals`,
    conflict: "Somebody has just changed one of these days",
    conflictText:
      "Nothing was imported. The table is up to date now: look at it and publish again.",
    looking: "Looking at what is published…",
  },
};

export const fr: typeof en = {
  file: {
    title: "Importer des méditations",
    intro:
      "Choisissez un fichier JSON ou un tableau enregistré en CSV. Vous voyez chaque jour avant que rien ne soit publié, et vous pouvez tout annuler d’un coup.",
    columns:
      "Colonnes : date (ou jour), titre, verset, texte ; si vous voulez, langue, réflexion et publication.",
    month: "Mois, quand une ligne ne donne que le jour",
    language: "Langue, quand une ligne n’en nomme pas",
    choose: "Choisir un fichier",
    faults: {
      type: "Choisissez un fichier dont le nom finit par .json ou .csv. Un tableur s’enregistre en CSV.",
      size: "Le fichier peut avoir 4 Mo au plus.",
      syntax: "Ce fichier n’est pas du JSON valide.",
      array: "Le JSON doit être un tableau",
      count: "Un fichier peut contenir 800 jours au plus.",
      columns:
        "La première ligne doit nommer les colonnes : au moins date ou jour, titre et texte.",
      empty: "Il n’y a aucun jour dans ce fichier.",
    },
    found: (good: number, bad: number) => {
      const days = good < 2 ? `${good} jour est prêt` : `${good} jours sont prêts`;
      if (bad === 0) return `${days}.`;
      return bad === 1 ? `${days}, 1 a un défaut.` : `${days}, ${bad} ont un défaut.`;
    },
    dateOrder: "Comment les dates de ce fichier sont-elles écrites ?",
    dateOrderText: (date: string) =>
      `Aucune ne montre si le jour ou le mois est en premier. Quel jour est le ${date} ?`,
    existing: "Jours déjà publiés",
    choices: {
      add: "Ajouter",
      replace: "Remplacer",
      keep: "Garder ce qui est publié",
      skip: "Laisser de côté",
    },
    table: "Jours du fichier",
    place: (line: number, title: string) =>
      title === "" ? `Ligne ${line}` : `Ligne ${line} : ${title}`,
    choiceOf: (day: string) => `Que faire du ${day}`,
    noDay: "Aucun jour",
    fault: {
      item: "Ce n’est pas une méditation.",
      day: "Ce jour n’existe pas. Écrivez-le 2026-11-23 ou 23/11/2026.",
      language: "Une langue que ce site n’a pas.",
      twice: (line: number) => `Le même jour est déjà à la ligne ${line}.`,
      missing: (field: string) => `${field} : manque.`,
      long: (field: string) => `${field} : trop long.`,
      signs: (field: string) => `${field} : contient des signes qui ne peuvent pas être affichés.`,
      text: (field: string) => `${field} : doit être un texte.`,
      time: "L’heure de parution ne peut pas être lue. Écrivez-la 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count < 2 ? `Publier ${count} méditation` : `Publier ${count} méditations`,
    publishing: "Publication…",
    done: (count: number) =>
      count === 1 ? "1 méditation est publiée" : `${count} méditations sont publiées`,
    summary: (count: number) =>
      count === 1 ? "1 méditation importée" : `${count} méditations importées`,
    conflict: "Quelqu’un vient de changer l’un de ces jours",
    conflictText:
      "Rien n’a été importé. Le tableau est à jour maintenant : regardez-le et publiez de nouveau.",
    looking: "Lecture de ce qui est publié…",
  },
};
