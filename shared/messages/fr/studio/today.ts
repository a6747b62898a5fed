export const today = {
  title: "Aujourd’hui",
};
