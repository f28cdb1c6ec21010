/** Published behaviour dates of `svc-version`, oldest first (D-92). */
export const PUBLISHED_VERSIONS = ['2026-11-01'] as const;

export type PublishedVersion = (typeof PUBLISHED_VERSIONS)[number];

/** The version that everything arrived in that says nothing else. */
export const FIRST_VERSION: PublishedVersion = PUBLISHED_VERSIONS[0];

/** The version of a call that names none, and the one new keys are pinned to (D-BETA-2). */
export const NEWEST_VERSION: PublishedVersion = '2026-11-01';

const published: ReadonlySet<string> = new Set(PUBLISHED_VERSIONS);

/** Whether a date is published. Anything else is 400 `invalid_version`. */
export function isPublishedVersion(version: string): version is PublishedVersion {
  return published.has(version);
}
