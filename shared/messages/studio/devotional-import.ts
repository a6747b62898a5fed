/** Texts of the import of devotionals; `devotionalsMessages` contains them. */
export const en = {
  file: {
    title: "Import devotionals",
    intro:
      "Choose a JSON file or a table saved as CSV. You see every day before anything is published, and can undo everything in one step.",
    columns:
      "Columns: date (or day), title, verse, content; if you like, language, reflection and publishAt.",
    month: "Month for rows with only a day",
    language: "Language for rows without one",
    choose: "Choose a file",
    faults: {
      type: "Choose a .json or .csv file. You can save a spreadsheet as CSV.",
      size: "The file must be 4 MB or smaller.",
      syntax: "The file isn't valid JSON.",
      array: "JSON must be an array",
      count: "A file can contain up to 800 days.",
      columns: "The first line must name the columns: date or day, title and content at least.",
      empty: "This file contains no days.",
    },
    found: (good: number, bad: number) => {
      const days = good === 1 ? "1 day is ready" : `${good} days are ready`;
      if (bad === 0) return `${days}.`;
      return bad === 1 ? `${days}, 1 has an error.` : `${days}, ${bad} have errors.`;
    },
    dateOrder: "How are the dates of this file written?",
    dateOrderText: (date: string) =>
      `None of them shows whether the day or the month stands first. Which day is ${date}?`,
    existing: "Days already published",
    choices: {
      add: "Add",
      replace: "Replace",
      keep: "Keep published version",
      skip: "Skip",
    },
    table: "Days of the file",
    place: (line: number, title: string) =>
      title === "" ? `Line ${line}` : `Line ${line}: ${title}`,
    choiceOf: (day: string) => `What to do with ${day}`,
    noDay: "No day",
    fault: {
      item: "This isn't a devotional.",
      day: "Invalid date. Use 2026-11-23 or 23/11/2026.",
      language: "This site doesn't have this language.",
      twice: (line: number) => `Same day as line ${line}.`,
      missing: (field: string) => `${field}: is missing.`,
      long: (field: string) => `${field}: is too long.`,
      signs: (field: string) => `${field}: contains characters that can't be displayed.`,
      text: (field: string) => `${field}: must be a text.`,
      time: "Invalid publication time. Use 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count === 1 ? "Publish 1 devotional" : `Publish ${count} devotionals`,
    publishing: "Publishing...",
    done: (count: number) =>
      count === 1 ? "1 devotional published" : `${count} devotionals published`,
    summary: (count: number) =>
      count === 1 ? "Imported 1 devotional" : `Imported ${count} devotionals`,
    conflict: "Someone has just changed one of these days",
    conflictText: "Nothing was imported. The table is now up to date: check it and publish again.",
    looking: "Checking what's already published...",
  },
};

export const fr: typeof en = {
  file: {
    title: "Importer des méditations",
    intro:
      "Choisissez un fichier JSON ou un tableau enregistré en CSV. Vous voyez chaque jour avant que rien ne soit publié, et vous pouvez tout annuler d’un coup.",
    columns:
      "Colonnes : date (ou jour), titre, verset, texte ; si vous voulez, langue, réflexion et publication.",
    month: "Mois des lignes qui n’indiquent que le jour",
    language: "Langue des lignes qui n’en indiquent pas",
    choose: "Choisir un fichier",
    faults: {
      type: "Choisissez un fichier .json ou .csv. Un tableur peut être enregistré en CSV.",
      size: "Le fichier ne doit pas dépasser 4 Mo.",
      syntax: "Ce fichier n’est pas du JSON valide.",
      array: "Le JSON doit être un tableau",
      count: "Un fichier peut contenir jusqu’à 800 jours.",
      columns:
        "La première ligne doit nommer les colonnes : au moins date ou jour, titre et texte.",
      empty: "Ce fichier ne contient aucun jour.",
    },
    found: (good: number, bad: number) => {
      const days = good < 2 ? `${good} jour est prêt` : `${good} jours sont prêts`;
      if (bad === 0) return `${days}.`;
      return bad === 1
        ? `${days}, 1 contient une erreur.`
        : `${days}, ${bad} contiennent une erreur.`;
    },
    dateOrder: "Comment les dates de ce fichier sont-elles écrites ?",
    dateOrderText: (date: string) =>
      `Aucune ne montre si le jour ou le mois est en premier. Quel jour est le ${date} ?`,
    existing: "Jours déjà publiés",
    choices: {
      add: "Ajouter",
      replace: "Remplacer",
      keep: "Garder la version publiée",
      skip: "Ignorer",
    },
    table: "Jours du fichier",
    place: (line: number, title: string) =>
      title === "" ? `Ligne ${line}` : `Ligne ${line} : ${title}`,
    choiceOf: (day: string) => `Que faire du ${day}`,
    noDay: "Aucun jour",
    fault: {
      item: "Ce n’est pas une méditation.",
      day: "Date non valide. Utilisez 2026-11-23 ou 23/11/2026.",
      language: "Ce site n’a pas cette langue.",
      twice: (line: number) => `Même jour qu’à la ligne ${line}.`,
      missing: (field: string) => `${field} : manque.`,
      long: (field: string) => `${field} : trop long.`,
      signs: (field: string) =>
        `${field} : contient des caractères qui ne peuvent pas être affichés.`,
      text: (field: string) => `${field} : doit être un texte.`,
      time: "Heure de publication non valide. Utilisez 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count < 2 ? `Publier ${count} méditation` : `Publier ${count} méditations`,
    publishing: "Publication…",
    done: (count: number) =>
      count === 1 ? "1 méditation publiée" : `${count} méditations publiées`,
    summary: (count: number) =>
      count === 1 ? "1 méditation importée" : `${count} méditations importées`,
    conflict: "Quelqu’un vient de modifier l’un de ces jours",
    conflictText:
      "Rien n’a été importé. Le tableau est maintenant à jour : vérifiez-le et publiez de nouveau.",
    looking: "Vérification de ce qui est déjà publié…",
  },
};
