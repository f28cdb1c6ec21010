import { ApiError, HEADERS, isPublishedVersion } from '@svc/contract';
import type { Step } from '#exchange';

/** Step 4 on preview routes: `svc-version` names a published date. Live chat ignores the header (D-92). */
export const requirePublishedVersion: Step = ({ request }) => {
  const version = request.headers[HEADERS.version];
  if (version !== undefined && !isPublishedVersion(String(version))) throw new ApiError('invalid_version', { param: HEADERS.version });
};
