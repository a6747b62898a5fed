import type { Language } from "#shared/languages.ts";

const en = {
  title: "Send with this phone or computer",
  intro: "Film with the camera of this device. Nobody sees it before you start the broadcast.",
  open: "Go live",
  preview: "Picture of the camera; nobody sees it yet",
  onAir: "Picture of the camera, as it is sent",
  camera: "Camera",
  sides: { environment: "Back", user: "Front" },
  device: (number: number) => `Device ${number}`,
  microphone: "Microphone",
  standard: "Default",
  size: "Picture",
  sizes: {
    good: "1280 × 720, 700 MB an hour",
    small: "640 × 360, 250 MB an hour",
  },
  level: "Level of the sound",
  silent: "Hardly any sound: check the microphone, or go closer.",
  start: "Start the broadcast",
  close: "Close the camera",
  starting: "Starting",
  end: "End the broadcast",
  endText: "Viewers go back to the back-up. The recording stays, and the camera is closed.",
  ending: "Sending the rest",
  elapsed: "Broadcasting for",
  sends: "Sends",
  rate: (kilobits: string) => `${kilobits} kbit/s`,
  waits: "Waits",
  seconds: (seconds: string) => `${seconds} s`,
  stay: "Keep this page in front and the device at its charger.",
  otherChannel: "This device already sends to another channel.",
  warnings: {
    slow: (seconds: string) =>
      `The connection is slow: ${seconds} s wait to be sent. Go closer to the Wi-Fi, or choose the small picture next time.`,
    interrupted: "No connection. What you film is kept for a minute and sent when it is back.",
    lost: (seconds: string) => `${seconds} s could not be sent.`,
    muted: "The device has paused camera or microphone, perhaps for a call.",
    hidden:
      "This page was in the background, where phones pause the camera. Keep it in front until the end.",
  },
  faults: {
    insecure: "A browser gives its camera only to addresses with https://. Open the site with it.",
    unsupported: "This browser gives pages no camera. Use a current Chrome, Edge or Safari.",
    "other-page": "The camera needs the page to be loaded again.",
    denied:
      "Camera and microphone are not allowed. Allow both in the browser’s settings for this site, then try again.",
    none: "This device has no camera or no microphone.",
    "in-use": "Another app uses the camera or the microphone. Close it, then try again.",
    failed: "The camera could not be opened. Start the device again if this stays.",
    "no-h264":
      "This browser cannot make H.264, which viewers need. Use a current Chrome, Edge or Safari.",
    policy: "The page forbids the sound encoder. Load it again, then try again.",
    encoder:
      "This device could not encode picture or sound. Choose the small picture, then try again.",
    busy: "Another encoder or device already sends to this channel.",
    stopped: "The broadcast was ended in the studio.",
    refused: "Your permission for channels was withdrawn: the broadcast has ended.",
    "signed-out": "You are signed out: the broadcast has ended. Sign in again.",
    missing: "This channel does not exist any more.",
    unavailable: "The server did not answer. Check the connection, then try again.",
    unreadable: "The server could not read what this browser records. Try another browser.",
  },
  reload: "Load the page again",
};

const fr: typeof en = {
  title: "Envoyer avec ce téléphone ou cet ordinateur",
  intro: "Filmez avec la caméra de cet appareil. Personne ne voit rien avant le début du direct.",
  open: "Passer en direct",
  preview: "Image de la caméra ; personne ne la voit encore",
  onAir: "Image de la caméra, telle qu’elle est envoyée",
  camera: "Caméra",
  sides: { environment: "Arrière", user: "Avant" },
  device: (number) => `Appareil ${number}`,
  microphone: "Micro",
  standard: "Par défaut",
  size: "Image",
  sizes: {
    good: "1280 × 720, 700 Mo par heure",
    small: "640 × 360, 250 Mo par heure",
  },
  level: "Niveau du son",
  silent: "Presque aucun son : vérifiez le micro ou approchez-vous.",
  start: "Commencer le direct",
  close: "Fermer la caméra",
  starting: "Démarrage",
  end: "Terminer le direct",
  endText:
    "Les spectateurs reviennent à la source de secours. L’enregistrement reste et la caméra se ferme.",
  ending: "Envoi de la fin",
  elapsed: "Direct depuis",
  sends: "Envoi",
  rate: (kilobits) => `${kilobits} kbit/s`,
  waits: "En attente",
  seconds: (seconds) => `${seconds} s`,
  stay: "Gardez cette page au premier plan et l’appareil branché.",
  otherChannel: "Cet appareil envoie déjà vers une autre chaîne.",
  warnings: {
    slow: (seconds) =>
      `La connexion est lente : ${seconds} s attendent d’être envoyées. Rapprochez-vous du Wi-Fi, ou choisissez la petite image la prochaine fois.`,
    interrupted:
      "Pas de connexion. Ce que vous filmez est gardé une minute et envoyé dès son retour.",
    lost: (seconds) => `${seconds} s n’ont pas pu être envoyées.`,
    muted: "L’appareil a suspendu la caméra ou le micro, peut-être pour un appel.",
    hidden:
      "Cette page était à l’arrière-plan, où les téléphones suspendent la caméra. Gardez-la au premier plan jusqu’à la fin.",
  },
  faults: {
    insecure:
      "Un navigateur ne donne sa caméra qu’aux adresses en https://. Ouvrez le site de cette façon.",
    unsupported:
      "Ce navigateur ne donne pas de caméra aux pages. Utilisez une version récente de Chrome, Edge ou Safari.",
    "other-page": "Pour la caméra, la page doit être rechargée.",
    denied:
      "La caméra et le micro ne sont pas autorisés. Autorisez-les dans les réglages du navigateur pour ce site, puis réessayez.",
    none: "Cet appareil n’a pas de caméra ou pas de micro.",
    "in-use": "Une autre application utilise la caméra ou le micro. Fermez-la, puis réessayez.",
    failed: "La caméra n’a pas pu être ouverte. Redémarrez l’appareil si cela persiste.",
    "no-h264":
      "Ce navigateur ne produit pas de H.264, dont les spectateurs ont besoin. Utilisez une version récente de Chrome, Edge ou Safari.",
    policy: "La page interdit l’encodeur du son. Rechargez-la, puis réessayez.",
    encoder:
      "Cet appareil n’a pas pu encoder l’image ou le son. Choisissez la petite image, puis réessayez.",
    busy: "Un autre encodeur ou appareil envoie déjà vers cette chaîne.",
    stopped: "Le direct a été terminé dans le studio.",
    refused: "Votre droit sur les chaînes a été retiré : le direct est terminé.",
    "signed-out": "Vous êtes déconnecté : le direct est terminé. Reconnectez-vous.",
    missing: "Cette chaîne n’existe plus.",
    unavailable: "Le serveur n’a pas répondu. Vérifiez la connexion, puis réessayez.",
    unreadable:
      "Le serveur n’a pas pu lire ce que ce navigateur enregistre. Essayez un autre navigateur.",
  },
  reload: "Recharger la page",
};

/** Texts of a broadcast from the camera of a phone or computer. */
export const goLiveMessages: Readonly<Record<Language, typeof en>> = { en, fr };

export type GoLiveMessages = typeof en;
