export const announcementBanner = {
  label: "Announcement",
  more: "Read more",
  dismiss: "Dismiss this announcement",
};
