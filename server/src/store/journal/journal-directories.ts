/** The journals' directories within a data directory. */
export const JOURNAL_DIRECTORIES = { usage: 'journal', audit: 'audit-journal' } as const;
