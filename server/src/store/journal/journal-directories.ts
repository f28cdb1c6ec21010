/** Where the journals are, in a data directory. */
export const JOURNAL_DIRECTORIES = { usage: 'journal', audit: 'audit-journal' } as const;
