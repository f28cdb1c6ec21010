/** What a model call is counted by. */
export type Measure = 'requests' | 'inputTokens' | 'outputTokens';

/** Stands for no limit of a kind, and still passes through every counter as a number. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Limits per minute; `NO_LIMIT`: none of this kind. */
export type MinuteLimits = Readonly<Record<Measure, number>>;
