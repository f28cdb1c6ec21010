/** What is said when an answer has no sentence of its own. */
export const apiStrings = {
  unexpected: 'Something went wrong in this page. Load it again; if it stays, tell whoever runs this service.',
  unreachable: 'The service could not be reached. Check the connection and try again.',
} as const;
