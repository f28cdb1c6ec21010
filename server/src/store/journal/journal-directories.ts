/** The journals' directories within a data directory. */
export const JOURNAL_DIRECTORIES = {
  usage: 'journal',
  calls: 'call-journal',
  audit: 'audit-journal',
} as const;
