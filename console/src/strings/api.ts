/** What is said when an answer has no sentence of its own. */
export const apiStrings = {
  unexpected:
    'Something went wrong on this page. Reload it. If the problem persists, contact the operator of this service.',
  unreachable: 'The service could not be reached. Check the connection and try again.',
  /** Of a list with an entry in each line. */
  entry: (line: number, problem: string) => `Line ${line} ${problem}`,
  entryMust: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
  /** Of a field that the form does not have. */
  named: (field: string, sentence: string) => `${field}: ${sentence}`,
} as const;
