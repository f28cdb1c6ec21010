/** Every page has a path in one of the two lists: what is swept over all pages is swept over these. */

/** Of people who are signed in. */
export const INSIDE = [
  '/',
  '/playground',
  '/keys',
  '/keys?status=revoked',
  '/requests',
  '/requests?id=req_unknown',
  '/usage',
  '/billing',
  '/limits',
  '/limits?tab=spend',
  '/members',
  '/members?tab=invites',
  '/members?tab=groups',
  '/workspaces',
  '/admin-keys',
  '/audit',
  '/outbox',
  '/settings',
  '/profile',
  '/device?user_code=BCDF-GHJK',
  '/no-such-page',
];

/** Of people who are not, and of links that are broken. */
export const OUTSIDE = ['/sign-in', '/forgot-password', '/set-up', '/set-up#used', '/invite#used', '/reset-password#used'];
