import { newId } from '#kit';

/** The last character of ids of calls under which signed parts are kept, and of no other. */
const SIGNED = 'z';
const OTHER = 'y';
const SIGNED_ID = /^call_[0-9a-z]{25}z$/;

/** Our id of a call. `isSigned`: signed parts of its reply will be looked for under it. */
export function newCallId(nowMs: number, isSigned: boolean): string {
  const id = newId('call_', nowMs);
  if (isSigned) return id.slice(0, -1) + SIGNED;
  return id.endsWith(SIGNED) ? id.slice(0, -1) + OTHER : id;
}

/** Whether signed parts may be kept under an id: nothing else needs to be looked for. */
export function isSignedCall(id: string): boolean {
  return SIGNED_ID.test(id);
}
