export const announcementBanner = {
  label: "Annonce",
  more: "En savoir plus",
  dismiss: "Masquer cette annonce",
};
