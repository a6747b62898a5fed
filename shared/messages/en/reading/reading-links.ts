export const readingLinks = { plans: "Reading plans", marks: "My marks" };
