export const calendar = {
  /** Name of the whole calendar. */
  title: (ministry: string) => `${ministry}: live services`,
  service: (ministry: string) => `Live service: ${ministry}`,
  description: (url: string) => `Watch live: ${url}`,
};
