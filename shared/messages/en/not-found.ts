export const notFound = {
  title: "404",
  heading: "Oops! Page not found",
  hint: "The page you are looking for has moved or never existed.",
  returnHome: "Return to Home",
};
