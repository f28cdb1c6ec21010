import { ApiError } from '@svc/contract';
import { OutboundError, type OutboundGuard } from '#kit';

/** Throws 400 `invalid_parameter` for an address that the service may not ask. Resolves its name; each later request is checked again. */
export async function requireIssuer(
  guard: Pick<OutboundGuard, 'verifyTarget'>,
  issuer: string | undefined,
): Promise<void> {
  if (issuer === undefined) return;
  try {
    await guard.verifyTarget(issuer, { allowsHttp: false });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError('invalid_parameter', {
      param: 'oidc.issuer',
      message:
        'oidc.issuer must be the address of a public host. Private networks are refused, unless the operator lists them in network.allow_private_targets.',
    });
  }
}
