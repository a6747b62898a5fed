export const versePicture = {
  title: "A picture of the verse",
  close: "Close",
  shape: "Format",
  shapes: { square: "Square", tall: "Tall, for a phone's screen" },
  ground: "Colours",
  grounds: { crown: "Crown", dawn: "Dawn", night: "Night", field: "Field" },
  share: "Share the picture",
  download: "Save the picture",
  making: "The picture is being made",
  tooLong: "These verses are too long for a picture. Choose fewer of them.",
  failed: "This browser could not make the picture.",
  fileName: "verse",
};
