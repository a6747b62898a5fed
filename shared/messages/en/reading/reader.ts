export const reader = {
  textSize: "Text size",
  smaller: "Smaller text",
  larger: "Larger text",
};
