import type { Credential } from '#exchange';

/** Whose numbers they are: the credential alone says so (CODE-04). */
export interface CodeReporter {
  /** Empty for sign-in tokens. */
  readonly keyId: string;
  readonly userId: string;
  readonly workspaceId: string;
}

export function reporterOf({ keyId, userId, workspaceId }: Credential): CodeReporter {
  return { keyId: keyId ?? '', userId, workspaceId: workspaceId ?? '' };
}

/** The row of the report that they are shown in. */
export function actorOf({ keyId, userId }: CodeReporter): string {
  return keyId === '' ? userId : keyId;
}
