/** Begins the ids of summaries, so that a reference says that it names one. */
export const COMPACTION_ID_PREFIX = 'cmp_';
