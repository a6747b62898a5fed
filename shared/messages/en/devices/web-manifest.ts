export const webManifest = {
  phoneScreen: "Nine categories of videos on a phone",
  wideScreen: "Nine categories of videos on a large screen",
};
