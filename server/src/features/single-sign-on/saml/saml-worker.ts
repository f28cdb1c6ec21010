import { serveAsyncCalls } from '#threads';
import { SignOnFailure, type FailureEvidence, type SignOnReason } from '../provider/sign-on-failure.ts';
import type { Assertion } from './read-assertion.ts';
import { verifyResponse, type PostedResponse } from './saml-protocol.ts';

export type VerifiedResponse =
  | { readonly assertion: Assertion }
  | { readonly reason: SignOnReason; readonly evidence: FailureEvidence | undefined };

serveAsyncCalls(async (posted: PostedResponse): Promise<VerifiedResponse> => {
  try {
    return { assertion: await verifyResponse(posted) };
  } catch (error) {
    if (error instanceof SignOnFailure) return { reason: error.reason, evidence: error.evidence };
    throw error;
  }
});
